import { expect, it } from 'vitest';
import type { OutgoingHttp } from './outgoing-http.js';
import { classifyHttp, createJsonRequest, postAttempt } from './post-attempt.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const classify = (status: number, retryAfter?: string) => classifyHttp({ status, retryAfter }, NOW);

it('takes any 2xx for sent', () => {
  for (const status of [200, 202, 204, 299]) expect(classify(status)).toEqual({ outcome: 'sent' });
});

it('classifies 410 as gone', () => {
  expect(classify(410)).toEqual({ outcome: 'gone', reason: 'answered 410' });
});

it('classifies other 4xx and redirects as failed', () => {
  for (const status of [400, 401, 403, 404, 413, 422])
    expect(classify(status)).toEqual({ outcome: 'failed', reason: `answered ${status}` });
  for (const status of [301, 302, 307]) expect(classify(status)).toMatchObject({ outcome: 'failed' });
});

it('classifies 408, 425, 429 and 5xx as retry, with the delay of Retry-After', () => {
  for (const status of [408, 425, 429, 500, 502, 503, 599])
    expect(classify(status)).toMatchObject({ outcome: 'retry', reason: `answered ${status}` });
  expect([429, 503].map((status) => 'isPause' in classify(status))).toEqual([true, false]);
  expect(classify(503, '120')).toMatchObject({ after: 120 });
  expect(classify(429, 'Fri, 20 Nov 2026 10:01:30 GMT')).toMatchObject({ after: 90 });
  expect(classify(429, 'Fri, 20 Nov 2026 09:00:00 GMT')).toMatchObject({ after: 0 });
  expect(classify(503, 'soon')).toMatchObject({ after: undefined });
});

it.each([
  [200, true, null],
  [200, false, 200],
  [503, true, 503],
])('does not know what %s says if its body, needed, is cut: %s', async (status, isCut, known) => {
  const answer = { status, retryAfter: undefined, body: '{"ok"', text: '{"ok"', isCut };
  const http = { post: async () => answer } as unknown as OutgoingHttp;
  const request = createJsonRequest('https://chat.example.com', {});
  const result = await postAttempt(http, request, () => ({ outcome: 'retry', reason: 'answered no JSON' }));
  expect(result.status).toBe(known);
});
