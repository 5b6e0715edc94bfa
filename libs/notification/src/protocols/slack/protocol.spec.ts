import { describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { alertNotice, outgoing, reminderNotice, stepNotice, testNotice } from '../../../test/notices.js';
import { recordingHttp } from '../../../test/recording-http.js';
import { createSlackProtocol } from './protocol.js';

const OPTIONS = { token: 'xoxb-1', channel: '#alerts' };
const APP_ID = newId('slack_app');
const RECEIPT = { to: '#alerts', channel: 'C1', ts: '1.1' };

/** A fake Slack that gives each method its answer. */
function createFakeSlack(answers: Readonly<Record<string, object>>) {
  const { http, requests } = recordingHttp(({ url }) => {
    const method = url.replace('https://slack.com/api/', '');
    return { status: 200, body: answers[method] ?? { ok: false, error: 'unknown_method' } };
  });
  const calls = () =>
    requests.map(({ url, text }) => ({
      method: url.replace('https://slack.com/api/', ''),
      ...(JSON.parse(text) as { channel: string; ts?: string; thread_ts?: string; blocks?: unknown }),
    }));
  return {
    protocol: createSlackProtocol(http, { has: (_domain, id) => Promise.resolve(id === APP_ID) }),
    requests,
    calls,
  };
}
const POSTED = { ok: true, channel: 'C1', ts: '1.2' };

describe('the first message of an alert', () => {
  it('is posted with the token, and its channel and timestamp are returned as the receipt', async () => {
    const { protocol, requests } = createFakeSlack({ 'chat.postMessage': POSTED });
    const result = await protocol.send(outgoing(alertNotice('opened'), OPTIONS));
    expect(result).toMatchObject({
      verdict: { outcome: 'sent' },
      receipt: { to: '#alerts', channel: 'C1', ts: '1.2' },
    });
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer xoxb-1' });
  });

  it('has no receipt if it is a test', async () => {
    const { protocol } = createFakeSlack({ 'chat.postMessage': POSTED });
    expect(await protocol.send(outgoing(testNotice(), OPTIONS))).not.toHaveProperty('receipt');
  });
});

describe('a later change', () => {
  const sendChange = (answers: Readonly<Record<string, object>>, more: object = {}) => {
    const { protocol, calls } = createFakeSlack(answers);
    const sending = protocol.send(outgoing(alertNotice('resolved'), OPTIONS, { receipt: RECEIPT, ...more }));
    return sending.then((result) => ({ result, calls: calls() }));
  };

  it('edits the message and is added to its thread', async () => {
    const { result, calls } = await sendChange({ 'chat.update': { ok: true }, 'chat.postMessage': POSTED });
    expect(calls).toMatchObject([
      { method: 'chat.update', channel: 'C1', ts: '1.1' },
      { method: 'chat.postMessage', channel: 'C1', thread_ts: '1.1' },
    ]);
    expect(calls[1]).not.toHaveProperty('reply_broadcast');
    expect(result.verdict).toEqual({ outcome: 'sent' });
    expect(result).not.toHaveProperty('receipt');
  });

  it.each([
    ['a step of an escalation', stepNotice()],
    ['a reminder', reminderNotice()],
    ['a higher severity', alertNotice('escalated')],
    ['what has overtaken a higher severity', alertNotice('deescalated'), { wakes: true }],
  ])(
    'is shown in the channel too if it is to be noticed again: %s',
    async (_, message, more: object = {}) => {
      const { protocol, calls } = createFakeSlack({
        'chat.update': { ok: true },
        'chat.postMessage': POSTED,
      });
      await protocol.send(outgoing(message, OPTIONS, { receipt: RECEIPT, ...more }));
      expect(calls()).toMatchObject([
        { method: 'chat.update', ts: '1.1' },
        { method: 'chat.postMessage', thread_ts: '1.1', reply_broadcast: true },
      ]);
    },
  );

  it('is posted as a new message if the first one was deleted', async () => {
    const deleted = { ok: false, error: 'message_not_found' };
    const { result, calls } = await sendChange({ 'chat.update': deleted, 'chat.postMessage': POSTED });
    expect(calls[1]).toMatchObject({ method: 'chat.postMessage', channel: '#alerts' });
    expect(calls[1]).not.toHaveProperty('thread_ts');
    expect(result).toMatchObject({ verdict: { outcome: 'sent' }, receipt: { ts: '1.2' } });
  });

  it('is posted only to the thread if the first message can no longer be edited', async () => {
    const closed = { ok: false, error: 'edit_window_closed' };
    const { result, calls } = await sendChange({ 'chat.update': closed, 'chat.postMessage': POSTED });
    expect(calls[1]).toMatchObject({ thread_ts: '1.1' });
    expect(result.verdict).toEqual({ outcome: 'sent' });
  });

  it('is posted as a new message if the channel has changed', async () => {
    const { calls } = await sendChange(
      { 'chat.postMessage': POSTED },
      { options: { ...OPTIONS, channel: '#other' } },
    );
    expect(calls).toMatchObject([{ method: 'chat.postMessage', channel: '#other' }]);
  });

  it('fails with the error code of Slack if the first message cannot be edited', async () => {
    const { result, calls } = await sendChange({ 'chat.update': { ok: false, error: 'invalid_auth' } });
    expect(calls).toHaveLength(1);
    expect(result.verdict).toEqual({ outcome: 'failed', reason: 'Slack answered invalid_auth' });
  });
});

describe('the options', () => {
  const listProblems = async (options: Record<string, string>) =>
    (await createFakeSlack({}).protocol.checkOptions?.(options, 'd'))?.map(({ option }) => option);

  it('are a token and a channel, or the URL of a webhook alone', async () => {
    expect(await listProblems(OPTIONS)).toEqual([]);
    expect(await listProblems({ webhook_url: 'https://hooks.slack.com/services/T/B/x' })).toEqual([]);
    expect(await listProblems({})).toEqual(['token', 'channel']);
    expect(await listProblems({ token: 'x' })).toEqual(['channel']);
    expect(await listProblems({ ...OPTIONS, webhook_url: 'https://hooks.slack.com/' })).toEqual([
      'webhook_url',
    ]);
  });

  it('name a Slack app of the domain, or none', async () => {
    expect(await listProblems({ ...OPTIONS, slack_app_id: APP_ID })).toEqual([]);
    expect(await listProblems({ ...OPTIONS, slack_app_id: newId('slack_app') })).toEqual(['slack_app_id']);
  });
});

describe('buttons', () => {
  const buttons = [
    { name: 'tocsin_acknowledge', text: 'Acknowledge', value: 'subscription_1 alert_1' },
    { name: 'tocsin_resolve', text: 'Resolve', value: 'subscription_1 alert_1' },
  ];

  it('are the last block, with their values, and stay when the message is edited', async () => {
    const { protocol, calls } = createFakeSlack({ 'chat.postMessage': POSTED, 'chat.update': { ok: true } });
    await protocol.send(outgoing(alertNotice('opened'), OPTIONS, { buttons }));
    await protocol.send(outgoing(alertNotice('escalated'), OPTIONS, { buttons, receipt: RECEIPT }));
    const shown = calls().map(({ blocks }) => (blocks as { type: string; elements?: object[] }[]).at(-1));
    const expected = {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'tocsin_acknowledge',
          value: 'subscription_1 alert_1',
          style: 'primary',
        },
        { type: 'button', action_id: 'tocsin_resolve', value: 'subscription_1 alert_1' },
      ],
    };
    expect(shown[0]).toMatchObject(expected);
    expect(shown[1]).toMatchObject(expected);
    expect(JSON.stringify(shown[2])).not.toContain('tocsin_');
  });

  it('are shown for subscriptions that name an app', () => {
    const { protocol } = createFakeSlack({});
    expect(protocol.showsButtons?.({ ...OPTIONS, slack_app_id: APP_ID })).toBe(true);
    expect(protocol.showsButtons?.(OPTIONS)).toBe(false);
  });
});
