import { isObject, type Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery } from '../../plugin-api/plugin.js';
import type { PluginAnswer, PluginReceipt } from '../../plugin-api/plugin-answers.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { textOf } from '../../vocabulary/text.js';

/** A request for a chat, as far as it matters for the response. */
interface ChatRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The fields of the message. Empty if the body is text. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly receipt: PluginReceipt;
}

interface ChatApi {
  readonly isRequest: (request: ChatRequest) => boolean;
  readonly answer: (request: ChatRequest) => PluginAnswer;
}

/** The API of a chat that is called at a path below the address of the webhook. */
function atPath(path: RegExp, answer: ChatApi['answer']): ChatApi {
  return { isRequest: (request) => path.test(request.path), answer };
}

/** The API of a chat whose messages have all fields of one of these lists. */
function withFields(lists: readonly (readonly string[])[], answer: ChatApi['answer']): ChatApi {
  return {
    isRequest: ({ fields }) => lists.some((names) => names.every((name) => fields[name] !== undefined)),
    answer,
  };
}

const OK_TEXT: PluginAnswer = { status: 200, body: 'ok' };
const NO_CONTENT: PluginAnswer = { status: 204, body: null };
const NO_ERROR: PluginAnswer = { status: 200, body: { errcode: 0, errmsg: 'ok' } };

/** Derives a positive 31-bit number from the id of the delivery, for APIs whose ids are numbers. */
function deriveNumber({ delivery_id }: PluginReceipt): number {
  let sum = 7;
  for (let at = 0; at < delivery_id.length; at++) sum = (sum * 31 + delivery_id.charCodeAt(at)) % 0x7fffffff;
  return sum || 1;
}

const toSeconds = ({ received_at }: PluginReceipt) => Math.floor(received_at.getTime() / 1000);

const answerTelegram: ChatApi['answer'] = ({ fields, receipt }) => ({
  status: 200,
  body: {
    ok: true,
    result: {
      message_id: deriveNumber(receipt),
      date: toSeconds(receipt),
      chat: describeTelegramChat(textOf(fields['chat_id']) ?? ''),
      text: textOf(fields['text']) ?? textOf(fields['caption']) ?? '',
    },
  },
});

/** Clients of Telegram need a number as the id, also of a channel that was addressed by its name. */
function describeTelegramChat(chat: string): Json {
  const id = Number(chat);
  return chat === '' || !Number.isSafeInteger(id)
    ? { id: -1, type: 'channel', username: chat.replace(/^@/, '') }
    : { id, type: id < 0 ? 'supergroup' : 'private' };
}

const answerSlackApi: ChatApi['answer'] = ({ fields, receipt }) => {
  const ts = `${toSeconds(receipt)}.${String(deriveNumber(receipt) % 1_000_000).padStart(6, '0')}`;
  const channel = textOf(fields['channel']) ?? '';
  const message = { type: 'message', text: textOf(fields['text']) ?? '', ts };
  return { status: 200, body: { ok: true, channel, ts, message } };
};

const answerRocketChat: ChatApi['answer'] = () => ({ status: 200, body: { success: true } });

const answerRocketChatApi: ChatApi['answer'] = ({ fields, receipt }) => ({
  status: 200,
  body: {
    success: true,
    ts: receipt.received_at.getTime(),
    channel: textOf(fields['channel']) ?? textOf(fields['roomId']) ?? '',
    message: { _id: receipt.delivery_id, msg: textOf(fields['text']) ?? '' },
  },
});

const answerMattermostApi: ChatApi['answer'] = ({ fields, receipt }) => ({
  status: 201,
  body: {
    id: receipt.delivery_id,
    create_at: receipt.received_at.getTime(),
    channel_id: textOf(fields['channel_id']) ?? '',
    message: textOf(fields['message']) ?? '',
  },
});

/** The milliseconds since 1970 from which the ids of Discord count. */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Discord has the created message in its response only on request. */
const answerDiscord: ChatApi['answer'] = ({ query, fields, receipt }) => {
  if (!/^(?:true|1)$/i.test(query['wait'] ?? '')) return NO_CONTENT;
  const { received_at } = receipt;
  const id =
    (BigInt(Math.max(0, received_at.getTime() - DISCORD_EPOCH_MS)) << 22n) +
    BigInt(deriveNumber(receipt) % 0x3fffff);
  return {
    status: 200,
    body: {
      id: String(id),
      type: 0,
      content: textOf(fields['content']) ?? '',
      channel_id: '1',
      author: { id: '1', username: textOf(fields['username']) ?? 'webhook', bot: true },
      embeds: [],
      attachments: [],
      timestamp: received_at.toISOString(),
    },
  };
};

const answerFeishu: ChatApi['answer'] = () => ({
  status: 200,
  body: { code: 0, msg: 'success', data: {}, StatusCode: 0, StatusMessage: 'success' },
});

const answerGoogleChat: ChatApi['answer'] = ({ fields, receipt }) => ({
  status: 200,
  body: {
    name: `spaces/tocsin/messages/${receipt.delivery_id}`,
    text: textOf(fields['text']) ?? '',
    thread: { name: `spaces/tocsin/threads/${receipt.delivery_id}` },
    space: { name: 'spaces/tocsin' },
    createTime: receipt.received_at.toISOString(),
  },
});

const answerWebexApi: ChatApi['answer'] = ({ fields, receipt }) => ({
  status: 200,
  body: {
    id: receipt.delivery_id,
    roomId: textOf(fields['roomId']) ?? '',
    text: textOf(fields['text']) ?? textOf(fields['markdown']) ?? '',
    created: receipt.received_at.toISOString(),
  },
});

const answerMatrix: ChatApi['answer'] = ({ receipt }) => ({
  status: 200,
  body: { event_id: `$${receipt.delivery_id}` },
});

const answerZulip: ChatApi['answer'] = ({ receipt }) => ({
  status: 200,
  body: { result: 'success', msg: '', id: deriveNumber(receipt) },
});

const answerGotify: ChatApi['answer'] = ({ fields, receipt }) => ({
  status: 200,
  body: {
    id: deriveNumber(receipt),
    appid: 1,
    title: textOf(fields['title']) ?? '',
    message: textOf(fields['message']) ?? '',
    priority: Number(textOf(fields['priority']) ?? 0) || 0,
    date: receipt.received_at.toISOString(),
  },
});

const answerPushover: ChatApi['answer'] = ({ fields, receipt }) => ({
  status: 200,
  body: {
    status: 1,
    request: receipt.delivery_id,
    // Senders poll the receipt of messages that must be confirmed.
    ...(textOf(fields['priority']) === '2' ? { receipt: receipt.delivery_id } : {}),
  },
});

const answerSignal: ChatApi['answer'] = ({ receipt }) => ({
  status: 201,
  body: { timestamp: String(receipt.received_at.getTime()) },
});

const ADAPTIVE_CARD = 'application/vnd.microsoft.card.adaptive';

/** The APIs whose paths tell them apart. The first one whose path matches responds. */
const APIS_BY_PATH: readonly ChatApi[] = [
  atPath(/(?:^|\/)bot[^/]+\/(?:send|edit)\w+$/i, answerTelegram),
  atPath(/(?:^|\/)api\/v1\/chat\.\w+$/, answerRocketChatApi),
  atPath(/(?:^|\/)chat\.(?:postMessage|update|postEphemeral)$/, answerSlackApi),
  atPath(/(?:^|\/)api\/v4\/posts$/, answerMattermostApi),
  atPath(/(?:^|\/)_matrix\/client\/[^/]+\/rooms\/[^/]+\/send\//, answerMatrix),
  atPath(/(?:^|\/)api\/v1\/messages$/, answerZulip),
  atPath(/(?:^|\/)1\/messages\.json$/, answerPushover),
  atPath(/(?:^|\/)spaces\/[^/]+\/messages$/, answerGoogleChat),
  atPath(/(?:^|\/)v1\/messages$/, answerWebexApi),
  atPath(/(?:^|\/)v2\/send$/, answerSignal),
  atPath(/(?:^|\/)open-apis\/bot\/v\d\/hook(?:\/|$)/, answerFeishu),
  atPath(/(?:^|\/)cgi-bin\/(?:webhook|message)\/send$/, () => NO_ERROR),
  {
    isRequest: ({ path, fields }) => /(?:^|\/)message$/.test(path) && fields['message'] !== undefined,
    answer: answerGotify,
  },
  // Discord's own endpoint for messages in the format of Slack.
  atPath(/(?:^|\/)slack$/, () => OK_TEXT),
];

/** The chats whose messages tell them apart. The most particular ones come first. */
const CHATS_BY_FIELDS: readonly ChatApi[] = [
  withFields([['chat_id']], answerTelegram),
  withFields([['msg_type']], answerFeishu),
  {
    isRequest: ({ fields }) => textOf(fields['msgtype'])?.startsWith('m.') === true,
    answer: answerMatrix,
  },
  withFields([['msgtype']], () => NO_ERROR),
  {
    isRequest: ({ fields: { attachments, type } }) =>
      type === 'AdaptiveCard' ||
      (Array.isArray(attachments) &&
        attachments.some((one) => isObject(one) && one['contentType'] === ADAPTIVE_CARD)),
    answer: () => ({ status: 202, body: null }),
  },
  {
    isRequest: ({ fields }) => fields['@type'] === 'MessageCard' || fields['themeColor'] !== undefined,
    answer: () => ({ status: 200, body: '1' }),
  },
  withFields([['cards'], ['cardsV2'], ['cards_v2']], answerGoogleChat),
  {
    isRequest: ({ query }) =>
      (query['key'] !== undefined && query['token'] !== undefined) ||
      query['messageReplyOption'] !== undefined,
    answer: answerGoogleChat,
  },
  withFields([['roomId', 'markdown'], ['roomId', 'text'], ['toPersonEmail'], ['toPersonId']], answerWebexApi),
  withFields([['token', 'user', 'message']], answerPushover),
  withFields([['topic', 'content', 'to']], answerZulip),
  withFields([['embeds'], ['content']], answerDiscord),
  withFields(
    [
      ['title', 'message', 'priority'],
      ['message', 'extras'],
    ],
    answerGotify,
  ),
  withFields([['alias'], ['emoji'], ['avatar']], answerRocketChat),
  // The incoming webhooks of Webex.
  withFields([['markdown']], () => NO_CONTENT),
];

/** Slack and Mattermost, whose format most senders use. */
const SLACK: ChatApi = withFields([['text'], ['attachments'], ['blocks'], ['payload']], () => OK_TEXT);

/** Returns the response of the chat that the message was written for. Many senders treat any other as a failure. */
export const answer: NonNullable<Plugin['answer']> = (delivery, receipt) => {
  const request = toRequest(delivery, receipt);
  return [...APIS_BY_PATH, ...CHATS_BY_FIELDS, SLACK]
    .find(({ isRequest }) => isRequest(request))
    ?.answer(request);
};

/** Recognises the APIs of chats by their paths. */
export const recognisePath: NonNullable<Plugin['recognises']> = (delivery) => {
  if (delivery.path_suffix === '') return 0;
  const request = toRequest(delivery, NO_RECEIPT);
  return APIS_BY_PATH.some(({ isRequest }) => isRequest(request)) ? 0.9 : 0;
};

const NO_RECEIPT: PluginReceipt = { delivery_id: '', received_at: new Date(0) };

function toRequest({ body, path_suffix, query }: PluginDelivery, receipt: PluginReceipt): ChatRequest {
  const form = isObject(body) ? parseEmbeddedJson(body['payload']) : undefined;
  const message = isObject(form) ? form : body;
  return {
    path: path_suffix.replace(/\/$/, ''),
    query,
    fields: isObject(message) ? message : {},
    receipt,
  };
}
