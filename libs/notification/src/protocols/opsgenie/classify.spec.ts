import { expect, it } from 'vitest';
import { classify } from './protocol.js';

it.each([
  [202, 'create', { result: 'Request will be processed' }, { outcome: 'sent' }],
  [404, 'close', { message: 'Alert not found' }, { outcome: 'sent' }],
  [404, 'create', { message: 'Not found' }, { outcome: 'failed', reason: 'answered 404: Not found' }],
  [401, 'create', { message: 'Could not authenticate' }, { outcome: 'failed' }],
  [403, 'close', { message: 'use an API key from an API integration', code: 40301 }, { outcome: 'failed' }],
  [
    422,
    'create',
    { message: 'Not processable', errors: { message: 'Message can not be empty.' } },
    { outcome: 'failed', reason: 'answered 422: Not processable; Message can not be empty.' },
  ],
  [400, 'create', 'no JSON', { outcome: 'failed', reason: 'answered 400' }],
  [429, 'create', {}, { outcome: 'retry', isPause: true }],
  [503, 'close', {}, { outcome: 'retry' }],
] as const)('an answer %i to %s %j is %j', (status, action, body, verdict) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(classify(action, { status, body: text, text, retryAfter: undefined }, new Date())).toMatchObject(
    verdict,
  );
});
