import { describe, expect, it } from 'vitest';
import {
  alertNotice,
  digestNotice,
  outgoing,
  reminderNotice,
  serviceNotice,
  stepNotice,
  testNotice,
} from '../../../test/notices.js';
import { recordingHttp } from '../../../test/recording-http.js';
import { classify, createNtfyProtocol } from './protocol.js';
import { render } from './render.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const classifyBody = (status: number, body: object | string, retryAfter?: string) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return classify({ status, retryAfter, body: text, text }, NOW);
};

describe('a request', () => {
  const send = async (options: Record<string, string>) => {
    const { http, requests } = recordingHttp(() => ({ status: 200, body: { id: 'xE73Iyuabi', time: 1 } }));
    const result = await createNtfyProtocol(http).send(outgoing(alertNotice('opened'), options));
    return { result, request: requests[0] };
  };

  it('publishes as JSON to the root of the server', async () => {
    const { result, request } = await send({ topic: 'alerts-of-ops' });
    expect(result.verdict).toEqual({ outcome: 'sent' });
    expect(request).toMatchObject({ method: 'POST', url: 'https://ntfy.sh/' });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(request?.text ?? '')).toMatchObject({
      topic: 'alerts-of-ops',
      title: 'Opened: Disk full',
      message: expect.stringContaining('Resource: db1'),
      priority: 5,
      tags: ['rotating_light'],
      click: 'https://tocsin.example.com/console/#/alert/alert_01',
      actions: [
        {
          action: 'view',
          label: 'Open in Tocsin',
          url: 'https://tocsin.example.com/console/#/alert/alert_01',
        },
      ],
      sequence_id: 'alert_01',
    });
  });

  it('has the credentials of the options', async () => {
    const server_url = 'https://ntfy.example.com/base/';
    const withToken = await send({ topic: 't', server_url, token: 'tk_1' });
    expect(withToken.request).toMatchObject({
      url: server_url,
      headers: { authorization: 'Bearer tk_1' },
    });
    const withPassword = await send({ topic: 't', username: 'jané', password: 'a:b' });
    expect(withPassword.request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('jané:a:b').toString('base64')}`,
    });
  });
});

describe('a message', () => {
  const renderAlert = (...given: Parameters<typeof alertNotice>) =>
    render(outgoing(alertNotice(...given), {}), 't');

  it('is as loud as the alert is severe', () => {
    const severities = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'] as const;
    expect(severities.map((severity) => renderAlert('opened', { severity }).priority)).toEqual([
      5, 4, 3, 2, 3, 2,
    ]);
    expect(renderAlert('escalated').priority).toBe(5);
    expect([testNotice(), serviceNotice()].map((each) => render(outgoing(each, {}), 't').priority)).toEqual([
      3, 3,
    ]);
  });

  it('makes no sound if the alert is resolved or acknowledged', () => {
    expect(renderAlert('resolved')).toMatchObject({ priority: 2, tags: ['white_check_mark'] });
    expect(renderAlert('acknowledged')).toMatchObject({ priority: 2, tags: ['rotating_light'] });
  });

  it.each([
    ['a step of an escalation', stepNotice()],
    ['a reminder', reminderNotice()],
    ['a higher severity', alertNotice('escalated')],
  ])('is another one, whose place later ones take, if it is to be noticed again: %s', async (_, notice) => {
    const { http } = recordingHttp(() => ({ status: 200, body: { id: 'x', time: 1 } }));
    const { receipt } = await createNtfyProtocol(http).send(outgoing(notice, { topic: 't' }));
    expect(render(outgoing(notice, {}), 't').sequence_id).toBe('notification_01');
    const more = { receipt: receipt ?? null, notification_id: 'notification_02' };
    expect(render(outgoing(alertNotice('resolved'), {}, more), 't').sequence_id).toBe('notification_01');
    expect(render(outgoing(stepNotice(), {}, more), 't').sequence_id).toBe('notification_02');
  });

  it('is another one if it has overtaken what is to be noticed', () => {
    const notice = outgoing(alertNotice('deescalated'), {}, { wakes: true });
    expect(render(notice, 't').sequence_id).toBe('notification_01');
  });

  it('takes the place of the earlier one of the alert, and of no other', () => {
    expect(renderAlert('opened').sequence_id).toBe(renderAlert('resolved').sequence_id);
    expect(renderAlert('opened', { alert_id: 'alert_02' }).sequence_id).toBe('alert_02');
    for (const notice of [testNotice(), digestNotice(), serviceNotice()])
      expect(render(outgoing(notice, {}), 't')).not.toHaveProperty('sequence_id');
  });

  it('has at most three buttons, of which the last leads to Tocsin', () => {
    const links = ['runbook', 'dashboard', 'panel', 'source'].map((name) => ({
      name,
      url: `https://example.com/${name}`,
    }));
    expect(renderAlert('opened', { links }).actions?.map(({ label }) => label)).toEqual([
      'Runbook',
      'Dashboard',
      'Open in Tocsin',
    ]);
  });

  it('is not empty, which ntfy would show as "triggered"', () => {
    expect(render(outgoing(testNotice(), {}), 't').message).toBe('Test');
  });

  it('has a title that ntfy does not decode', () => {
    expect(renderAlert('opened', { title: '=?UTF-8?B?aGk=?=' }).title).not.toContain('=?');
  });
});

describe('a response', () => {
  it('is sent only if it is the stored message', () => {
    expect(classifyBody(200, { id: 'xE73Iyuabi' })).toEqual({ outcome: 'sent' });
    expect(classifyBody(200, '<html>Sign in</html>')).toEqual({
      outcome: 'retry',
      reason: 'answered 200, but not as an ntfy server does',
    });
  });

  it('is final if the topic or the credentials are refused, with the reason', () => {
    expect(classifyBody(401, { code: 40101, http: 401, error: 'unauthorized' })).toEqual({
      outcome: 'failed',
      reason: 'answered 401: unauthorized',
    });
    expect(classifyBody(403, { code: 40301, http: 403, error: 'forbidden' })).toEqual({
      outcome: 'failed',
      reason: 'answered 403: forbidden',
    });
    expect(classifyBody(413, { code: 41303, http: 413, error: 'JSON body too large' })).toMatchObject({
      outcome: 'failed',
    });
    expect(classifyBody(404, '404 page not found')).toEqual({ outcome: 'failed', reason: 'answered 404' });
  });

  it('is a pause at a limit, of ten minutes at that of the day', () => {
    const limit = (code: number, error: string) => ({ code, http: 429, error: `limit reached: ${error}` });
    expect(classifyBody(429, limit(42901, 'too many requests'))).toEqual({
      outcome: 'retry',
      reason: 'answered 429: limit reached: too many requests',
      after: undefined,
      isPause: true,
    });
    expect(classifyBody(429, limit(42901, 'too many requests'), '5')).toMatchObject({ after: 5 });
    expect(classifyBody(429, limit(42908, 'daily message quota reached'))).toMatchObject({
      after: 600,
      isPause: true,
    });
  });

  it.each([500, 503, 507])('%i is tried again', (status) => {
    expect(classifyBody(status, {})).toMatchObject({ outcome: 'retry', reason: `answered ${status}` });
  });
});

describe('the options', () => {
  const listProblems = async (options: Record<string, string>) =>
    (await createNtfyProtocol(recordingHttp(() => ({ status: 200 })).http).checkOptions?.(options, 'd'))?.map(
      ({ option }) => option,
    );

  it('have a token, or a user with a password, or none', async () => {
    expect(await listProblems({ topic: 't' })).toEqual([]);
    expect(await listProblems({ topic: 't', token: 'tk_1' })).toEqual([]);
    expect(await listProblems({ topic: 't', username: 'jane', password: 'p' })).toEqual([]);
    expect(await listProblems({ topic: 't', username: 'jane' })).toEqual(['password']);
    expect(await listProblems({ topic: 't', password: 'p' })).toEqual(['username']);
    expect(await listProblems({ topic: 't', token: 'tk_1', password: 'p' })).toEqual(['token']);
  });
});
