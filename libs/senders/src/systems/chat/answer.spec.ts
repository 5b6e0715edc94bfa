import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS } from '../../built-in.js';
import { PluginRegistry } from '../../registry.js';
import type { PluginDelivery } from '../../plugin-api/plugin.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const received_at = new Date('2026-05-06T12:00:00.250Z');
const receipt = { delivery_id: 'delivery_01h455vb4pex5vsknk084sn02q', received_at };

type Request = Partial<Pick<PluginDelivery, 'body' | 'path_suffix' | 'query'>>;

function answerTo(plugin_id: string, { body = {}, path_suffix = '', query = {} }: Request) {
  const delivery = { body, path_suffix, query, headers: {}, content_type: 'application/json', received_at };
  return registry.get(plugin_id).answer?.(delivery, receipt, {});
}

const adaptiveCard = {
  contentType: 'application/vnd.microsoft.card.adaptive',
  content: { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'Disk full' }] },
};

describe.each(['chat', 'auto'])('plugin %s', (plugin_id) => {
  it.each<[string, Request]>([
    ['a message of text', { body: { text: 'Disk full' } }],
    [
      'an attachment',
      { body: { channel: '#x', attachments: [{ color: 'danger', title: 'Disk full', text: '' }] } },
    ],
    ['blocks', { body: { blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Disk full' } }] } }],
    ['a form', { body: { payload: '{"text": "Disk full"}' } }],
    ['Mattermost', { body: { text: 'Disk full', username: 'am', icon_url: 'https://x.example/i.png' } }],
    ['the Slack format of Discord', { path_suffix: 'slack', body: { text: 'Disk full' } }],
  ])('responds with the text `ok` to a message for Slack: %s', (_, request) => {
    expect(answerTo(plugin_id, request)).toEqual({ status: 200, body: 'ok' });
  });

  it.each<[string, Request, number, unknown]>([
    [
      'Discord',
      { body: { username: 'am', content: 'x', embeds: [{ title: 'Disk full', color: 1 }] } },
      204,
      null,
    ],
    ['an adaptive card of Teams', { body: { type: 'message', attachments: [adaptiveCard] } }, 202, null],
    [
      'a message card of Teams',
      { body: { '@type': 'MessageCard', '@context': 'x', summary: 'Disk full' } },
      200,
      '1',
    ],
    [
      'Feishu',
      { body: { msg_type: 'text', content: { text: 'Disk full' } } },
      200,
      { code: 0, msg: 'success', data: {}, StatusCode: 0, StatusMessage: 'success' },
    ],
    [
      'DingTalk',
      { body: { msgtype: 'markdown', markdown: { title: 'a', text: 'b' } } },
      200,
      { errcode: 0, errmsg: 'ok' },
    ],
    [
      'WeCom',
      { body: { msgtype: 'template_card', template_card: { main_title: { title: 'a' } } } },
      200,
      { errcode: 0, errmsg: 'ok' },
    ],
    [
      'the API of Rocket.Chat',
      {
        path_suffix: 'api/v1/chat.postMessage',
        body: { channel: '#x', emoji: ':x:', attachments: [{ title: 'a', text: 'b' }] },
      },
      200,
      { success: true, channel: '#x' },
    ],
    [
      'a webhook of Rocket.Chat',
      { body: { channel: '#x', alias: 'am', text: 'Disk full' } },
      200,
      { success: true },
    ],
    [
      'the API of Slack',
      { path_suffix: 'api/chat.postMessage', body: { channel: 'C1', text: 'Disk full' } },
      200,
      { ok: true, channel: 'C1', ts: expect.stringMatching(/^1778068800\.\d{6}$/) },
    ],
    [
      'Telegram',
      { path_suffix: 'bot1:a/sendMessage', body: { chat_id: '-100123', text: 'Disk full' } },
      200,
      {
        ok: true,
        result: {
          message_id: expect.any(Number),
          date: 1778068800,
          chat: { id: -100123 },
          text: 'Disk full',
        },
      },
    ],
    [
      'a channel of Telegram',
      { body: { chat_id: '@alarms', text: 'Disk full' } },
      200,
      { ok: true, result: { chat: { id: expect.any(Number), username: 'alarms' } } },
    ],
    [
      'Gotify',
      {
        path_suffix: 'message',
        query: { token: 'a' },
        body: { title: 'Disk', message: 'full', priority: 8 },
      },
      200,
      {
        id: expect.any(Number),
        title: 'Disk',
        message: 'full',
        priority: 8,
        date: received_at.toISOString(),
      },
    ],
    ['Webex', { body: { roomId: 'r', markdown: 'Disk full' } }, 200, { roomId: 'r', text: 'Disk full' }],
    [
      'Google Chat',
      { body: { cardsV2: [{ card: { header: { title: 'Disk' } } }] } },
      200,
      { name: expect.any(String) },
    ],
    [
      'Matrix',
      {
        path_suffix: '_matrix/client/v3/rooms/!r:x/send/m.room.message',
        body: { msgtype: 'm.text', body: 'Disk full' },
      },
      200,
      { event_id: expect.stringMatching(/^\$./) },
    ],
    [
      'Zulip',
      {
        path_suffix: 'api/v1/messages',
        body: { type: 'stream', to: 'ops', topic: 'db', content: 'Disk full' },
      },
      200,
      { result: 'success', msg: '', id: expect.any(Number) },
    ],
    [
      'Pushover',
      {
        path_suffix: '1/messages.json',
        body: { token: 't', user: 'u', title: 'Disk', message: 'full', priority: '2' },
      },
      200,
      { status: 1, request: receipt.delivery_id, receipt: receipt.delivery_id },
    ],
  ])('responds as the chat does: %s', (_, request, status, body) => {
    const answer = answerTo(plugin_id, request);
    expect(answer?.status).toBe(status);
    if (typeof body === 'object' && body !== null) expect(answer?.body).toMatchObject(body);
    else expect(answer?.body).toBe(body);
  });

  it('has the created message of Discord in the response if the sender waits for it', () => {
    expect(
      answerTo(plugin_id, { query: { wait: 'true' }, body: { embeds: [{ title: 'a', color: 1 }] } }),
    ).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^\d{17,20}$/), timestamp: received_at.toISOString() },
    });
  });

  it('gives the usual receipt for what is no message', () => {
    for (const body of [{ disk: 'full', host: 'db-1' }, [], 'Disk full', null])
      expect(answerTo(plugin_id, { body })).toBeUndefined();
  });
});
