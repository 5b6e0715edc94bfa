import { expect, it } from 'vitest';
import { classifyApiResponse, classifyWebhookResponse } from './protocol.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const createResponse = (status: number, body: string, retryAfter?: string) => ({
  status,
  retryAfter,
  body,
  text: body,
});
const classifyBody = (body: object) => classifyApiResponse(createResponse(200, JSON.stringify(body)), NOW);

it('classifies a response of the API by its body, not by its status', () => {
  expect(classifyBody({ ok: true, channel: 'C1', ts: '1.2' })).toEqual({ outcome: 'sent' });
  for (const error of ['channel_not_found', 'invalid_auth', 'not_in_channel', 'is_archived', 'token_revoked'])
    expect(classifyBody({ ok: false, error })).toEqual({
      outcome: 'failed',
      reason: `Slack answered ${error}`,
    });
  expect(classifyBody({ ok: false, error: 'ratelimited' })).toMatchObject({
    outcome: 'retry',
    isPause: true,
  });
  for (const error of ['internal_error', 'fatal_error', 'service_unavailable'])
    expect(classifyBody({ ok: false, error })).toMatchObject({ outcome: 'retry' });
  expect(classifyApiResponse(createResponse(200, '<html>'), NOW)).toMatchObject({ outcome: 'retry' });
});

it('retries after the delay of Retry-After', () => {
  expect(classifyApiResponse(createResponse(429, '', '30'), NOW)).toMatchObject({
    outcome: 'retry',
    after: 30,
  });
});

it('classifies a response of an incoming webhook by its status, with its error code in the reason', () => {
  expect(classifyWebhookResponse(createResponse(200, 'ok'), NOW)).toEqual({ outcome: 'sent' });
  expect(classifyWebhookResponse(createResponse(404, 'no_service'), NOW)).toEqual({
    outcome: 'failed',
    reason: 'answered 404: no_service',
  });
  expect(classifyWebhookResponse(createResponse(410, 'channel_is_archived'), NOW)).toMatchObject({
    outcome: 'gone',
  });
  expect(classifyWebhookResponse(createResponse(500, 'rollup_error'), NOW)).toMatchObject({
    outcome: 'retry',
  });
  expect(classifyWebhookResponse(createResponse(502, '<h1>Bad gateway</h1>'), NOW)).toMatchObject({
    reason: 'answered 502',
  });
});
