import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { toPlainLine, truncateCharacters } from '#shared/kernel/clean-text.js';
import type { OutgoingHttp, HttpResponse } from '../outgoing-http.js';
import { createJsonRequest, postAttempt, classifyHttp } from '../post-attempt.js';
import type { OptionProblem, Protocol } from '../protocol.js';
import { wakesPeople } from '../sent-message.js';
import { chooseSequence, render } from './render.js';
import { NTFY_SERVER, OPTIONS_SCHEMA, type NtfyOptions } from './schema.js';
import type { Verdict } from '../domain/verdict.js';

/** Publishes each change to a topic. The messages of an alert take each other's place. */
export function createNtfyProtocol(http: OutgoingHttp): Protocol {
  return {
    protocol_id: 'ntfy',
    name: 'ntfy',
    description:
      'Publishes each change to a topic of an ntfy server, which notifies phones and browsers. The newest message of an alert ' +
      'takes the place of the earlier one, unless it is to be noticed again, such as a reminder or a step of an escalation.',
    optionsSchema: OPTIONS_SCHEMA,
    isSigned: false,
    sendsEveryChange: false,
    takesTemplate: 'wording',

    async checkOptions(options) {
      const given = toNtfyOptions(options);
      const problems = findCredentialProblems(given);
      if (problems.length > 0) return problems;
      const { server_url } = given;
      const reason =
        server_url === undefined ? http.hostRefusal(NTFY_SERVER) : await http.refusal(server_url);
      return reason === undefined ? [] : [{ option: 'server_url', reason }];
    },

    preview: (outgoing) => render(outgoing, toNtfyOptions(outgoing.options).topic),

    async send(outgoing) {
      const { server_url = NTFY_SERVER, topic, ...credentials } = toNtfyOptions(outgoing.options);
      const url = `${server_url.replace(/\/$/, '')}/`;
      const request = createJsonRequest(url, render(outgoing, topic), createAuthorization(credentials));
      const result = await postAttempt(http, request, classify);
      // Later changes take the place of the message that was noticed last.
      const isNew = wakesPeople(outgoing) && result.verdict.outcome === 'sent';
      return isNew ? { ...result, receipt: { sequence_id: chooseSequence(outgoing) } } : result;
    },
  };
}

function findCredentialProblems({ token, username, password }: NtfyOptions): OptionProblem[] {
  if (token !== undefined && (username !== undefined || password !== undefined))
    return [{ option: 'token', reason: 'must be given alone, without username and password' }];
  if (username !== undefined && password === undefined)
    return [{ option: 'password', reason: 'is required with username' }];
  return password !== undefined && username === undefined
    ? [{ option: 'username', reason: 'is required with password' }]
    : [];
}

function createAuthorization({
  token,
  username,
  password,
}: Omit<NtfyOptions, 'topic'>): Readonly<Record<string, string>> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

function toNtfyOptions(options: PluginOptions): NtfyOptions {
  return options as unknown as NtfyOptions;
}

const MAX_REASON_LENGTH = 200;
/** The code of the answer 429 when the messages of the day are used up. */
const DAILY_LIMIT_CODE = 42_908;
/** Seconds. The quota is full again at midnight (UTC); the server does not say so. */
const DAILY_LIMIT_PAUSE = 600;

/** Classifies a response: 200 and the stored message, or a status and the reason: `{"code":40301,"http":403,"error":"forbidden"}`. */
export function classify(response: HttpResponse, now: Date): Verdict {
  const verdict = classifyHttp(response, now);
  const { id, code, error } = parseBody(response.body);
  if (verdict.outcome === 'sent')
    return typeof id === 'string'
      ? verdict
      : { outcome: 'retry', reason: `answered ${response.status}, but not as an ntfy server does` };
  const said =
    typeof error === 'string' ? `: ${truncateCharacters(toPlainLine(error), MAX_REASON_LENGTH)}` : '';
  const isDailyLimit = verdict.outcome === 'retry' && code === DAILY_LIMIT_CODE;
  return {
    ...verdict,
    reason: verdict.reason + said,
    ...(isDailyLimit && { after: verdict.after ?? DAILY_LIMIT_PAUSE }),
  };
}

function parseBody(body: string): {
  readonly id?: unknown;
  readonly code?: unknown;
  readonly error?: unknown;
} {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
