import { describe, expect, it } from 'vitest';
import { alertNotice, outgoing, reminderNotice, stepNotice, testNotice } from '../../../test/notices.js';
import { recordingHttp } from '../../../test/recording-http.js';
import { createMattermostProtocol } from './protocol.js';

const CHANNEL = 'c'.repeat(26);
const POST = 'p'.repeat(26);
const BOT = { server_url: 'https://chat.example.com/', token: 'bot-token-1', channel_id: CHANNEL };
const RECEIPT = { to: CHANNEL, post_id: POST };
const API = 'https://chat.example.com/api/v4/';
const POSTED = { status: 201, body: { id: 'n'.repeat(26) } };
const EDITED = { status: 200, body: { id: POST } };
const createError = (status: number, id: string) => ({
  status,
  body: { id, message: `Said ${id}.`, status_code: status },
});

/** A fake Mattermost that gives each call its answer. */
function createFakeMattermost(patch: { status: number; body: object }, post = POSTED) {
  const { http, requests } = recordingHttp(({ method }) => (method === 'PUT' ? patch : post));
  const calls = () =>
    requests.map(({ method, url, text }) => ({
      call: `${method} ${url.replace(API, '')}`,
      ...(JSON.parse(text) as { channel_id?: string; root_id?: string; props: { attachments: object[] } }),
    }));
  return { protocol: createMattermostProtocol(http), requests, calls };
}

describe('an incoming webhook', () => {
  it('gets each change as an attachment, with the options that are given', async () => {
    const { http, requests } = recordingHttp(() => ({ status: 200, body: 'ok' }));
    const options = { url: 'https://chat.example.com/hooks/abc', channel: 'town-square', username: 'Tocsin' };
    const { verdict } = await createMattermostProtocol(http).send(outgoing(alertNotice('opened'), options));
    expect(verdict).toEqual({ outcome: 'sent' });
    const [request] = requests;
    expect(request).toMatchObject({ method: 'POST', url: options.url });
    const body = JSON.parse(request?.text ?? '') as object;
    expect(Object.keys(body)).toEqual(['channel', 'username', 'attachments']);
    expect(body).toMatchObject({
      channel: 'town-square',
      username: 'Tocsin',
      attachments: [
        {
          fallback: '🔴 Opened: Disk full',
          title: '🔴 Opened: Disk full',
          title_link: 'https://tocsin.example.com/console/#/alert/alert_01',
          color: '#d0021b',
        },
      ],
    });
  });
});

describe('the first message of an alert', () => {
  it('is posted with the token of the bot, and its id is returned as the receipt', async () => {
    const { protocol, requests, calls } = createFakeMattermost(EDITED);
    const result = await protocol.send(outgoing(alertNotice('opened'), BOT));
    expect(result).toMatchObject({
      verdict: { outcome: 'sent' },
      receipt: { to: CHANNEL, post_id: 'n'.repeat(26) },
    });
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer bot-token-1' });
    expect(calls()).toMatchObject([{ call: 'POST posts', channel_id: CHANNEL }]);
  });

  it('has no receipt if it is a test', async () => {
    const { protocol } = createFakeMattermost(EDITED);
    expect(await protocol.send(outgoing(testNotice(), BOT))).not.toHaveProperty('receipt');
  });
});

describe('a later change', () => {
  const sendChange = async (patch: { status: number; body: object }, more: object = {}, post = POSTED) => {
    const { protocol, calls } = createFakeMattermost(patch, post);
    const result = await protocol.send(outgoing(alertNotice('resolved'), BOT, { receipt: RECEIPT, ...more }));
    return { result, calls: calls() };
  };

  it('edits the message and is added to its thread', async () => {
    const { result, calls } = await sendChange(EDITED);
    expect(calls).toMatchObject([
      { call: `PUT posts/${POST}/patch`, props: { attachments: [{ title: '✅ Resolved: Disk full' }] } },
      { call: 'POST posts', channel_id: CHANNEL, root_id: POST },
    ]);
    expect(calls[0]).not.toHaveProperty('message');
    expect(result.verdict).toEqual({ outcome: 'sent' });
    expect(result).not.toHaveProperty('receipt');
  });

  it.each([
    ['a step of an escalation', stepNotice()],
    ['a reminder', reminderNotice()],
    ['a higher severity', alertNotice('escalated')],
    ['what has overtaken a higher severity', alertNotice('deescalated'), { wakes: true }],
  ])(
    'is another message, which is edited from then on, if it is to be noticed again: %s',
    async (_, message, more: object = {}) => {
      const { result, calls } = await sendChange(EDITED, { message, ...more });
      expect(calls).toMatchObject([
        { call: `PUT posts/${POST}/patch` },
        { call: 'POST posts', channel_id: CHANNEL },
      ]);
      expect(calls[1]).not.toHaveProperty('root_id');
      expect(result).toMatchObject({ receipt: { to: CHANNEL, post_id: 'n'.repeat(26) } });
    },
  );

  it('takes a unit if the message was edited and another one is refused for a time', async () => {
    const refused = { status: 429, body: { id: '' } };
    const { result } = await sendChange(EDITED, { message: stepNotice() }, refused);
    expect(result.verdict).toMatchObject({ outcome: 'retry', nothingLeft: false });
  });

  it.each([403, 404])('is posted as a new message if the first one was deleted (%i)', async (status) => {
    const { result, calls } = await sendChange(createError(status, 'api.context.permissions.app_error'));
    expect(calls).toHaveLength(2);
    expect(calls[1]).not.toHaveProperty('root_id');
    expect(result).toMatchObject({
      verdict: { outcome: 'sent' },
      receipt: { to: CHANNEL, post_id: 'n'.repeat(26) },
    });
  });

  it('is posted only to the thread if the server no longer lets the message be edited', async () => {
    const tooLate = createError(400, 'api.post.update_post.permissions_time_limit.app_error');
    const { result, calls } = await sendChange(tooLate);
    expect(calls[1]).toMatchObject({ call: 'POST posts', root_id: POST });
    expect(result.verdict).toEqual({ outcome: 'sent' });
  });

  it('is posted as a new message if the channel has changed', async () => {
    const other = 'd'.repeat(26);
    const { calls } = await sendChange(EDITED, { options: { ...BOT, channel_id: other } });
    expect(calls).toMatchObject([{ call: 'POST posts', channel_id: other }]);
  });

  it('fails with the message of the server if the token is not valid', async () => {
    const { result, calls } = await sendChange(createError(401, 'api.context.session_expired.app_error'));
    expect(calls).toHaveLength(1);
    expect(result.verdict).toEqual({
      outcome: 'failed',
      reason: 'answered 401: Said api.context.session_expired.app_error.',
    });
  });

  it('takes a unit if the message was edited and the reply is refused for a time', async () => {
    const { result } = await sendChange(EDITED, {}, { status: 429, body: { id: '' } });
    expect(result.verdict).toMatchObject({ outcome: 'retry', isPause: true, nothingLeft: false });
  });
});

describe('the options', () => {
  const { protocol } = createFakeMattermost(EDITED);
  const listProblems = async (options: Record<string, string>) =>
    (await protocol.checkOptions?.(options, 'd'))?.map(({ option }) => option);

  it('are the URL of a webhook, or server, token and channel of a bot', async () => {
    expect(await listProblems(BOT)).toEqual([]);
    expect(await listProblems({ url: 'https://chat.example.com/hooks/a', channel: 'ops' })).toEqual([]);
    expect(await listProblems({})).toEqual(['url']);
    expect(await listProblems({ channel: 'ops' })).toEqual(['url']);
    expect(await listProblems({ token: 'x' })).toEqual(['server_url', 'channel_id']);
    expect(await listProblems({ ...BOT, username: 'Tocsin' })).toEqual(['username']);
    expect(await listProblems({ ...BOT, url: 'https://chat.example.com/hooks/a' })).toEqual([
      'server_url',
      'token',
      'channel_id',
    ]);
  });

  it('say whether the messages of alerts are edited', () => {
    const { tracksAlerts } = protocol;
    expect(typeof tracksAlerts === 'function' && tracksAlerts(BOT)).toBe(true);
    expect(typeof tracksAlerts === 'function' && tracksAlerts({ url: 'https://a.example' })).toBe(false);
  });
});
