import { expect, it } from 'vitest';
import { slowness } from '#test/slowness.js';
import { findLeaks, encodingsOf } from '#test/secrets/find-leaks.js';
import { outgoing, testNotice } from '../../test/notices.js';
import { OPTIONS_SCHEMA as MATTERMOST } from './mattermost/schema.js';
import { OPTIONS_SCHEMA as NTFY } from './ntfy/schema.js';
import type { AttemptResult, Protocol } from './protocol.js';
import { redactError, redactResult } from './redact-secrets.js';
import { OPTIONS_SCHEMA as SLACK } from './slack/schema.js';
import { OPTIONS_SCHEMA as TEAMS } from './teams/protocol.js';
import { OPTIONS_SCHEMA as WEBHOOK } from './webhook/protocol.js';

const protocol = (optionsSchema: object) =>
  ({ protocol_id: 'p', optionsSchema: optionsSchema as Protocol['optionsSchema'] }) as Protocol;
const createFailure = (answer: string): AttemptResult => ({
  verdict: { outcome: 'failed', reason: `answered 400: ${answer}` },
  status: 400,
  answer,
  receipt: { ts: answer },
});
const basic = Buffer.from('operator:pass/word+of "the" ops?').toString('base64');

it.each([
  [
    'a header',
    WEBHOOK,
    { url: 'https://a.example', headers: { 'x-key': 'key/of+the "receiver" & more' } },
    'key/of+the "receiver" & more',
  ],
  [
    'a bearer token',
    WEBHOOK,
    { url: 'https://a.example', headers: { Authorization: 'Bearer tok-en.of/receiver' } },
    'tok-en.of/receiver',
  ],
  [
    'a password',
    WEBHOOK,
    { url: 'https://a.example', headers: { Authorization: `Basic ${basic}` } },
    'pass/word+of "the" ops?',
  ],
  [
    'an incoming webhook',
    SLACK,
    { webhook_url: 'https://hooks.slack.com/services/T01234567/B01234567/aBcDeFgHiJkL' },
    'aBcDeFgHiJkL',
  ],
  ['a token', SLACK, { token: 'xoxb-1234-abcd', channel: 'C1' }, 'xoxb-1234-abcd'],
  [
    'an incoming webhook of Mattermost',
    MATTERMOST,
    { url: 'https://chat.example.com/hooks/xkuqirdfifbh7b8fyh8ke9rkwa' },
    'xkuqirdfifbh7b8fyh8ke9rkwa',
  ],
  ['a topic', NTFY, { topic: 'alerts-9fK2_xQ' }, 'alerts-9fK2_xQ'],
  [
    'a password of ntfy',
    NTFY,
    { topic: 'alerts', username: 'jane', password: 'pass/word+of "ntfy"' },
    'pass/word+of "ntfy"',
  ],
  [
    'a signature',
    TEAMS,
    { url: 'https://a.example/workflows/1/paths/invoke?sp=%2Frun&sig=aB_c-D%2Be%2Ff1234' },
    'aB_c-D+e/f1234',
  ],
])('redacts %s in answer, reason, receipt and error in any encoding', (_what, schema, options, secret) => {
  const sent = outgoing(testNotice(), options);
  for (const spelling of encodingsOf(secret))
    for (const text of [spelling, `{"x":"${spelling}"}`, `${'y'.repeat(9)}${spelling}`]) {
      const redacted = redactResult(createFailure(text), protocol(schema), sent);
      expect(findLeaks(JSON.stringify(redacted), { secret })).toEqual([]);
    }
  const error = redactError(new Error(`cannot send to ${secret}`), protocol(schema), sent);
  expect(findLeaks(`${error.message} ${error.stack}`, { secret })).toEqual([]);
});

it('redacts the beginning of a secret at the end of a truncated answer', () => {
  const sent = outgoing(testNotice(), { token: 'xoxb-1234-abcd', channel: 'C1' });
  expect(redactResult(createFailure('your token xoxb-1234-ab'), protocol(SLACK), sent).answer).toBe(
    'your token ***',
  );
});

it('leaves a result without secrets unchanged', () => {
  const sent = outgoing(testNotice(), { token: 'xoxb-1234-abcd', channel: 'C0123456789' });
  const result = createFailure('{"ok":false,"error":"channel_not_found","channel":"C0123456789"}');
  expect(redactResult(result, protocol(SLACK), sent)).toEqual(result);
});

it.each([1, 14])('drops the answer within 50 ms if secrets have too many parts (%s headers)', (number) => {
  const createWords = (n: number) => Array.from({ length: 440 }, (_, i) => `word-${n}-${i}`).join(' ');
  const headers = Object.fromEntries(Array.from({ length: number }, (_, n) => [`x-${n}`, createWords(n)]));
  const sent = outgoing(testNotice(), { url: 'https://a.example', headers });
  const begun = performance.now();
  const redacted = redactResult(createFailure('word-0-439'), protocol(WEBHOOK), sent);
  const error = redactError(new Error('cannot send word-0-439'), protocol(WEBHOOK), sent);
  expect((performance.now() - begun) / slowness()).toBeLessThan(50);
  expect(JSON.stringify([redacted, error.message, error.stack])).not.toContain('word-0-439');
  expect(redacted).toMatchObject({ verdict: { outcome: 'failed' }, status: 400, answer: '***' });
});

it('redacts the beginning of a long secret at the end of an answer within 50 ms', () => {
  const headers = Object.fromEntries(
    Array.from({ length: 4 }, (_, n) => [`x-${n}`, `${'"<&+'.repeat(1_000)}${n}`]),
  );
  const sent = outgoing(testNotice(), { url: 'https://a.example', headers });
  const begun = performance.now();
  const redacted = redactResult(createFailure(`said ${'"<&+'.repeat(200)}`), protocol(WEBHOOK), sent);
  expect((performance.now() - begun) / slowness()).toBeLessThan(50);
  expect(redacted.answer).toBe('said ***');
});
