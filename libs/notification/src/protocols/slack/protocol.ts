import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { TIMEOUT_MS, type OutgoingHttp, type HttpResponse } from '../outgoing-http.js';
import { createJsonRequest, postAttempt, classifyHttp } from '../post-attempt.js';
import type { AttemptResult, OptionProblem, Outgoing, Protocol } from '../protocol.js';
import { wakesPeople } from '../sent-message.js';
import { render, renderReply } from './render.js';
import type { SlackApps } from './slack-apps.js';
import { OPTIONS_SCHEMA, SLACK_API, type SlackOptions } from './schema.js';
import type { Verdict } from '../domain/verdict.js';

/** The message was deleted, or its channel is no longer accessible. A new message replaces it. */
const MISSING_MESSAGE_ERRORS = new Set(['message_not_found', 'thread_not_found']);
/** The message exists but cannot be edited. The change is only added to its thread. */
const NOT_EDITABLE_ERRORS = new Set(['edit_window_closed', 'cant_update_message']);

/** The message of an alert in Slack. */
interface SlackReceipt {
  /** The option `channel` that it was posted with. */
  readonly to: string;
  /** The id of the channel in the response of Slack. */
  readonly channel: string;
  readonly ts: string;
}

/** Posts one message for each alert, edits it, and adds each change to its thread. */
export function createSlackProtocol(http: OutgoingHttp, apps: SlackApps): Protocol {
  return {
    protocol_id: 'slack',
    name: 'Slack',
    description:
      'Posts one message for each alert to a channel, edits it as the alert changes, and adds each change to its ' +
      'thread. What is to be noticed again, such as a reminder or a step of an escalation, is shown in the channel too. With the ' +
      'URL of an incoming webhook, each change is posted as a separate message.',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: false,
    takesTemplate: 'wording',
    showsActions: true,
    showsButtons: ({ slack_app_id }) => slack_app_id !== undefined,
    // A bot edits its message; an incoming webhook posts another one.
    tracksAlerts: ({ channel }) => channel !== undefined,
    // https://api.slack.com/apis/rate-limits: one message a second and channel.
    perSecond: 1,

    async checkOptions(options, domain_id) {
      const { token, channel, webhook_url, api_url, slack_app_id } = options as unknown as SlackOptions;
      const problems: OptionProblem[] = [];
      if (webhook_url === undefined) {
        const reason = 'is required; or give webhook_url alone';
        if (token === undefined) problems.push({ option: 'token', reason });
        if (channel === undefined) problems.push({ option: 'channel', reason });
      } else if ([token, channel, api_url].some((other) => other !== undefined))
        problems.push({
          option: 'webhook_url',
          reason: 'must be given alone, without token, channel and api_url',
        });
      if (slack_app_id !== undefined && !(await apps.has(domain_id, slack_app_id)))
        problems.push({
          option: 'slack_app_id',
          reason: 'is no Slack app of this domain: create one with POST /notification/v1/slack-apps',
        });
      if (problems.length > 0) return problems;
      const url = webhook_url ?? api_url;
      const reason = url === undefined ? http.hostRefusal(SLACK_API) : await http.refusal(url);
      if (reason === undefined) return [];
      return [{ option: webhook_url === undefined ? 'api_url' : 'webhook_url', reason }];
    },

    preview: render,

    send(outgoing) {
      const { webhook_url } = toSlackOptions(outgoing.options);
      if (webhook_url === undefined) return new SlackAttempt(http, outgoing).run();
      return postAttempt(http, createJsonRequest(webhook_url, render(outgoing)), classifyWebhookResponse);
    },
  };
}

function toSlackOptions(options: PluginOptions): SlackOptions {
  return options as unknown as SlackOptions;
}

/** An attempt through the Web API. All its calls share one time limit. */
class SlackAttempt {
  private readonly signal = AbortSignal.timeout(TIMEOUT_MS);
  private readonly options: SlackOptions;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly outgoing: Outgoing,
  ) {
    this.options = toSlackOptions(outgoing.options);
  }

  run(): Promise<AttemptResult> {
    const { message, receipt } = this.outgoing;
    const sent = receipt as unknown as SlackReceipt | null;
    if ('alert' in message.data && sent !== null && sent.to === this.options.channel)
      return this.updateMessage(sent);
    return this.postMessage();
  }

  private async postMessage(): Promise<AttemptResult> {
    const { message } = this.outgoing;
    const to = this.options.channel;
    const result = await this.callApi('chat.postMessage', { channel: to, ...render(this.outgoing) });
    if (result.verdict.outcome !== 'sent' || !('alert' in message.data) || to === undefined) return result;
    const { channel, ts } = parseResponse(result.body) ?? {};
    if (typeof channel !== 'string' || typeof ts !== 'string') return result;
    return { ...result, receipt: { to, channel, ts } satisfies SlackReceipt };
  }

  private async updateMessage({ channel, ts }: SlackReceipt): Promise<AttemptResult> {
    const edited = await this.callApi('chat.update', { channel, ts, ...render(this.outgoing) });
    const error = edited.verdict.outcome === 'failed' ? extractError(edited.body) : undefined;
    if (error !== undefined && MISSING_MESSAGE_ERRORS.has(error)) return this.postMessage();
    if (edited.verdict.outcome !== 'sent' && !NOT_EDITABLE_ERRORS.has(error ?? '')) return edited;
    const replied = await this.callApi('chat.postMessage', {
      channel,
      thread_ts: ts,
      // An edit notifies nobody, and a reply only those who follow the thread.
      ...(wakesPeople(this.outgoing) && { reply_broadcast: true }),
      ...renderReply(this.outgoing),
    });
    const { verdict } = replied;
    // The edit has reached Slack, so the attempt is not free.
    return verdict.outcome === 'retry'
      ? { ...replied, verdict: { ...verdict, nothingLeft: false } }
      : replied;
  }

  private callApi(method: string, body: object): ReturnType<typeof postAttempt> {
    const { token, api_url = SLACK_API } = this.options;
    const url = `${api_url.replace(/\/$/, '')}/${method}`;
    return postAttempt(
      this.http,
      createJsonRequest(url, body, { authorization: `Bearer ${token}` }),
      classifyApiResponse,
      this.signal,
    );
  }
}

/** Errors of the Web API after which a later call may succeed. All others concern the request or the token. */
const RETRYABLE_ERRORS = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Errors with which the Web API answers who calls it too often, if the status is not 429. */
const PAUSE_ERRORS = new Set(['ratelimited', 'rate_limited']);

/** Classifies a response of the Web API. Its status is 200 even for errors: `{"ok":false,"error":"channel_not_found"}`. */
export function classifyApiResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  if (verdict.outcome !== 'sent') return verdict;
  const parsed = parseResponse(response.body);
  if (parsed === undefined) return { outcome: 'retry', reason: 'answered no JSON' };
  if (parsed.ok === true) return verdict;
  const error = extractError(response.body);
  const reason = `Slack answered ${error}`;
  if (PAUSE_ERRORS.has(error)) return { outcome: 'retry', reason, isPause: true };
  return RETRYABLE_ERRORS.has(error) ? { outcome: 'retry', reason } : { outcome: 'failed', reason };
}

/** Classifies a response of an incoming webhook. The status is the outcome, the body a word with the reason. */
export function classifyWebhookResponse(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  if (verdict.outcome === 'sent' || !/^[a-z_]{1,64}$/.test(response.text.trim())) return verdict;
  return { ...verdict, reason: `${verdict.reason}: ${response.text.trim()}` };
}

interface ApiResponse {
  readonly ok?: unknown;
  readonly error?: unknown;
  readonly channel?: unknown;
  readonly ts?: unknown;
}

export function parseResponse(body: string | undefined): ApiResponse | undefined {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function extractError(body: string | undefined): string {
  const error = parseResponse(body)?.error;
  return typeof error === 'string' && /^[\w.-]{1,64}$/.test(error) ? error : 'without an error';
}
