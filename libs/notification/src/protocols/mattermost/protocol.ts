import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { toPlainLine, truncateCharacters } from '#shared/kernel/clean-text.js';
import { TIMEOUT_MS, type OutgoingHttp, type HttpResponse } from '../outgoing-http.js';
import { createJsonRequest, postAttempt, classifyHttp } from '../post-attempt.js';
import type { AttemptResult, OptionProblem, Outgoing, Protocol } from '../protocol.js';
import { wakesPeople } from '../sent-message.js';
import { render, renderReply } from './render.js';
import { OPTIONS_SCHEMA, type MattermostOptions } from './schema.js';
import type { Verdict } from '../domain/verdict.js';

/** The post of an alert in Mattermost. */
interface MattermostReceipt {
  /** The option `channel_id` that it was posted with. */
  readonly to: string;
  readonly post_id: string;
}

/** Options of the incoming webhook and of the bot. */
const WEBHOOK_OPTIONS = ['channel', 'username', 'icon_url'] as const;
const BOT_OPTIONS = ['server_url', 'token', 'channel_id'] as const;

/** With a bot, posts one message for each alert, edits it, and adds each change to its thread. */
export function createMattermostProtocol(http: OutgoingHttp): Protocol {
  return {
    protocol_id: 'mattermost',
    name: 'Mattermost',
    description:
      'Posts each change as a message, through an incoming webhook. With the token of a bot, it posts one message for each ' +
      'alert, edits it as the alert changes, and adds each change to its thread. What is to be noticed again, such as a reminder or a ' +
      'step of an escalation, is another message.',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: false,
    takesTemplate: 'wording',
    // A bot edits its message; an incoming webhook posts another one.
    tracksAlerts: ({ channel_id }) => channel_id !== undefined,

    async checkOptions(options) {
      const given = toMattermostOptions(options);
      const problems = given.url === undefined ? findBotProblems(given) : findWebhookProblems(given);
      if (problems.length > 0) return problems;
      const reason = await http.refusal(given.url ?? given.server_url ?? '');
      if (reason === undefined) return [];
      return [{ option: given.url === undefined ? 'server_url' : 'url', reason }];
    },

    preview: (outgoing) =>
      toMattermostOptions(outgoing.options).url === undefined
        ? createPostBody(outgoing)
        : createWebhookBody(outgoing),

    send(outgoing) {
      const { url } = toMattermostOptions(outgoing.options);
      if (url === undefined) return new MattermostAttempt(http, outgoing).run();
      return postAttempt(http, createJsonRequest(url, createWebhookBody(outgoing)), classifyWebhookResponse);
    },
  };
}

function createWebhookBody(outgoing: Outgoing): object {
  const { channel, username, icon_url } = toMattermostOptions(outgoing.options);
  // Without a value they are not in the JSON.
  return { channel, username, icon_url, attachments: render(outgoing) };
}

function createPostBody(outgoing: Outgoing): object {
  const { channel_id } = toMattermostOptions(outgoing.options);
  return { channel_id, props: { attachments: render(outgoing) } };
}

function findBotProblems(given: MattermostOptions): OptionProblem[] {
  const isBot = BOT_OPTIONS.some((option) => given[option] !== undefined);
  if (!isBot) return [{ option: 'url', reason: 'is required; or give server_url, token and channel_id' }];
  return [
    ...BOT_OPTIONS.filter((option) => given[option] === undefined).map((option) => ({
      option,
      reason: 'is required without url',
    })),
    ...WEBHOOK_OPTIONS.filter((option) => given[option] !== undefined).map((option) => ({
      option,
      reason: 'is only for an incoming webhook (url); leave it out',
    })),
  ];
}

function findWebhookProblems(given: MattermostOptions): OptionProblem[] {
  return BOT_OPTIONS.filter((option) => given[option] !== undefined).map((option) => ({
    option,
    reason: 'is only for a bot, without url; leave it or url out',
  }));
}

function toMattermostOptions(options: PluginOptions): MattermostOptions {
  return options as unknown as MattermostOptions;
}

/** An attempt through the API. All its calls share one time limit. */
class MattermostAttempt {
  private readonly signal = AbortSignal.timeout(TIMEOUT_MS);
  private readonly options: MattermostOptions;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly outgoing: Outgoing,
  ) {
    this.options = toMattermostOptions(outgoing.options);
  }

  run(): Promise<AttemptResult> {
    const { message, receipt } = this.outgoing;
    const sent = receipt as unknown as MattermostReceipt | null;
    if ('alert' in message.data && sent !== null && sent.to === this.options.channel_id)
      return this.updatePost(sent);
    return this.createPost();
  }

  private async createPost(): Promise<AttemptResult> {
    const { channel_id: to } = this.options;
    const result = await this.callApi('posts', createPostBody(this.outgoing));
    if (result.verdict.outcome !== 'sent' || !('alert' in this.outgoing.message.data) || to === undefined)
      return result;
    const post_id = findPostId(result.body);
    return post_id === undefined
      ? result
      : { ...result, receipt: { to, post_id } satisfies MattermostReceipt };
  }

  private async updatePost({ post_id }: MattermostReceipt): Promise<AttemptResult> {
    const props = { attachments: render(this.outgoing) };
    const edited = await this.callApi(`posts/${post_id}/patch`, { props }, 'PUT');
    if (isMissing(edited)) return this.createPost();
    if (edited.verdict.outcome !== 'sent' && !isTooLate(edited)) return edited;
    // An edit notifies nobody, and a reply only those who follow the thread. Mattermost cannot show a reply in the channel too.
    const replied = wakesPeople(this.outgoing)
      ? await this.createPost()
      : await this.callApi('posts', {
          channel_id: this.options.channel_id,
          root_id: post_id,
          props: { attachments: renderReply(this.outgoing) },
        });
    const { verdict } = replied;
    // The edit has reached Mattermost, so the attempt is not free.
    return verdict.outcome === 'retry'
      ? { ...replied, verdict: { ...verdict, nothingLeft: false } }
      : replied;
  }

  private callApi(path: string, body: object, method?: 'PUT'): ReturnType<typeof postAttempt> {
    const { token, server_url = '' } = this.options;
    const url = `${server_url.replace(/\/$/, '')}/api/v4/${path}`;
    const request = createJsonRequest(url, body, { authorization: `Bearer ${token}` });
    return postAttempt(
      this.http,
      { ...request, ...(method && { method }) },
      classifyApiResponse,
      this.signal,
    );
  }
}

/**
 * Whether the post to be edited is not there, or not the bot's. Mattermost answers 403 for a post that was deleted, as for one that
 * the bot may not edit. A new message replaces it, which is refused as well if the bot may not post at all.
 */
function isMissing({ verdict, status }: AttemptResult): boolean {
  return verdict.outcome === 'failed' && (status === 403 || status === 404);
}

/** Whether the server no longer lets the post be edited. The change is only added to its thread. */
function isTooLate({ verdict, body }: AttemptResult & { readonly body?: string }): boolean {
  return (
    verdict.outcome === 'failed' && findErrorId(body)?.endsWith('permissions_time_limit.app_error') === true
  );
}

/** How Mattermost answers a request that it does not fulfil, and the post that it has stored. */
interface MattermostAnswer {
  readonly id?: unknown;
  readonly message?: unknown;
}

const MAX_REASON_LENGTH = 200;
/** The administrator has not allowed incoming webhooks, or bots. */
const NOT_IMPLEMENTED = 501;

/** Classifies a response of an incoming webhook: 200 and `ok`. */
export function classifyWebhookResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyResponse(response, now);
  // A gateway before the server, such as a page to sign in, answers 200 too.
  if (verdict.outcome === 'sent' && response.text.trimStart().startsWith('<'))
    return { outcome: 'retry', reason: `answered ${response.status} with a page instead of ok` };
  return verdict;
}

/** Classifies a response of the API: 200 or 201, and the post. */
export function classifyApiResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyResponse(response, now);
  if (verdict.outcome === 'sent' && findPostId(response.body) === undefined)
    return { outcome: 'retry', reason: `answered ${response.status} without a post` };
  return verdict;
}

function classifyResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  if (verdict.outcome === 'sent') return verdict;
  const { message } = parseAnswer(response.body);
  const said =
    typeof message === 'string' ? `: ${truncateCharacters(toPlainLine(message), MAX_REASON_LENGTH)}` : '';
  const reason = verdict.reason + said;
  return response.status === NOT_IMPLEMENTED ? { outcome: 'failed', reason } : { ...verdict, reason };
}

/** Returns the id of a stored post. */
function findPostId(body: string | undefined): string | undefined {
  const { id } = parseAnswer(body);
  return typeof id === 'string' && /^[a-z0-9]{26}$/.test(id) ? id : undefined;
}

/** Returns the id of an error, such as `api.context.permissions.app_error`. */
function findErrorId(body: string | undefined): string | undefined {
  const { id } = parseAnswer(body);
  return typeof id === 'string' ? id : undefined;
}

function parseAnswer(body: string | undefined): MattermostAnswer {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
