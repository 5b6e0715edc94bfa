import { expect, it } from 'vitest';
import { classifyApiResponse, classifyWebhookResponse } from './protocol.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const createResponse = (status: number, body: string | object, retryAfter?: string) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, retryAfter, body: text, text };
};
const createError = (status_code: number, id: string, message: string) =>
  createResponse(status_code, { id, message, detailed_error: '', request_id: 'r1', status_code });

it('classifies a response of an incoming webhook, with the message of an error in the reason', () => {
  const classify = (...given: Parameters<typeof createResponse>) =>
    classifyWebhookResponse(createResponse(...given), NOW);
  expect(classify(200, 'ok')).toEqual({ outcome: 'sent' });
  const unknown = createError(400, 'web.incoming_webhook.invalid.app_error', 'Invalid webhook.');
  expect(classifyWebhookResponse(unknown, NOW)).toEqual({
    outcome: 'failed',
    reason: 'answered 400: Invalid webhook.',
  });
  expect(classify(403, 'no JSON')).toEqual({ outcome: 'failed', reason: 'answered 403' });
  expect(classify(413, '<h1>Request Entity Too Large</h1>')).toEqual({
    outcome: 'failed',
    reason: 'answered 413',
  });
  expect(classify(429, 'limit exceeded\n', '7')).toEqual({
    outcome: 'retry',
    reason: 'answered 429',
    after: 7,
    isPause: true,
  });
  expect(classify(502, '')).toMatchObject({ outcome: 'retry' });
});

it('fails at once if the server has incoming webhooks disabled (501)', () => {
  const disabled = createError(501, 'web.incoming_webhook.disabled.app_error', 'Incoming webhooks are off.');
  expect(classifyWebhookResponse(disabled, NOW)).toEqual({
    outcome: 'failed',
    reason: 'answered 501: Incoming webhooks are off.',
  });
});

it('tries again if a gateway answers 200 with a page, or the API without a post', () => {
  const page = createResponse(200, '<!doctype html><title>Sign in</title>');
  expect(classifyWebhookResponse(page, NOW)).toMatchObject({ outcome: 'retry' });
  expect(classifyApiResponse(page, NOW)).toMatchObject({ outcome: 'retry' });
  expect(classifyApiResponse(createResponse(200, { status: 'OK' }), NOW)).toMatchObject({
    outcome: 'retry',
  });
  expect(classifyApiResponse(createResponse(201, { id: 'p'.repeat(26) }), NOW)).toEqual({
    outcome: 'sent',
  });
});

it('keeps the reason to one line of at most 200 characters', () => {
  const long = createError(400, 'x', `line\r\n${'x'.repeat(5_000)}`);
  const verdict = classifyWebhookResponse(long, NOW);
  expect(verdict).toMatchObject({ reason: expect.stringMatching(/^answered 400: line x+…$/) });
  expect('reason' in verdict && verdict.reason.length).toBe('answered 400: '.length + 200);
});
