import { guideOf } from '../../assets.js';
import { hash } from 'node:crypto';
import { countValues, isObject, parseJson, type Json } from '#shared/kernel/json.js';
import { reasonOf } from '#shared/kernel/message-of.js';
import {
  PluginUnavailableError,
  type AsyncPlugin,
  type PluginCheck,
  type PluginOptions,
} from '../../plugin-api/plugin.js';
import { checkedOutcomes } from '../../plugin-api/check-outcomes.js';
import {
  REMOTE_TERMS,
  type Remote,
  type RemoteAnswer,
  type RemoteOptions,
} from '../../plugin-api/remote-plugin.js';

/** Builds the plugin that delegates parsing to a remote service. */
export function http(remote: Remote): AsyncPlugin {
  return {
    plugin_id: 'http',
    version: '1.0.0',
    name: 'Remote plugin over HTTP',
    provider: 'custom',
    docs: guideOf('systems/http'),
    optionsSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['url', 'secret'],
      properties: {
        url: { type: 'string', maxLength: 2048, description: '`/parse` and `/verify` are below it' },
        secret: {
          type: 'string',
          pattern: '^(?:whsec_)?[A-Za-z0-9+/]{32,128}={0,2}$',
          writeOnly: true,
          description: 'of Standard Webhooks: whsec_ and at least 24 bytes in base64',
        },
        timeout_ms: { type: 'integer', ...REMOTE_TERMS.timeoutMs },
      },
    },
    samples: [],
    connectsTo: 'url',
    async checkOptions(options) {
      const reason = await remote.refusal(asRemote(options).url);
      return reason === undefined ? [] : [{ option: 'url', reason }];
    },
    async verify(options) {
      return verified(remote, asRemote(options));
    },
    async parseAsync(delivery, options) {
      const json = JSON.stringify({ delivery });
      const answer = await remote.post(asRemote(options), 'parse', idOf(json), json);
      if (REMOTE_TERMS.refusals.includes(answer.status))
        return [{ outcome: 'ERROR', pointer: '', reason: `the remote plugin refused it: ${saidBy(answer)}` }];
      return checkedOutcomes(listIn(answer, 'outcomes'), delivery.body);
    },
  };
}

/** Casts the options, which have already been checked against the schema. */
function asRemote(options: PluginOptions): RemoteOptions {
  return options as unknown as RemoteOptions;
}

/** Derives the message id from the content, so that a retry of a delivery has the same id. */
function idOf(json: string): string {
  return `msg_${hash('sha256', json).slice(0, 32)}`;
}

async function verified(remote: Remote, options: RemoteOptions): Promise<readonly PluginCheck[]> {
  const name = 'remote';
  const asked = new Date().toISOString();
  try {
    const answer = await remote.post(options, 'verify', idOf(asked), JSON.stringify({ asked_at: asked }));
    const checks = listIn(answer, 'checks');
    if (!Array.isArray(checks)) throw new Error('it gave no list of checks');
    return [
      { name, ok: true, message: 'it answers' },
      ...checks.slice(0, REMOTE_TERMS.mostChecks).map(checkOf),
    ];
  } catch (error) {
    return [{ name, ok: false, message: reasonOf(error) }];
  }
}

function checkOf(given: unknown): PluginCheck {
  const check: Readonly<Record<string, unknown>> = isObject(given) ? given : {};
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '');
  return {
    name: `remote ${text(check['name'])}`.trim(),
    ok: check['ok'] === true,
    message: text(check['message']),
  };
}

/** Returns a member of the response. @throws PluginUnavailableError for an error status; Error if it cannot be parsed */
function listIn(answer: RemoteAnswer, member: string): Json | undefined {
  if (answer.status < 200 || answer.status > 299)
    throw new PluginUnavailableError(
      `the remote plugin answered ${statusOf(answer)}`,
      REMOTE_TERMS.restMs,
      textOf(answer),
    );
  if (countValues(answer.text) > REMOTE_TERMS.mostValues)
    throw new Error(`the remote plugin answered with more than ${REMOTE_TERMS.mostValues} values`);
  let read: Json;
  try {
    read = parseJson(answer.text);
  } catch {
    throw new Error('the remote plugin answered with something that is not JSON');
  }
  return isObject(read) ? read[member] : undefined;
}

function saidBy(answer: RemoteAnswer): string {
  const said = textOf(answer);
  return `${statusOf(answer)}${said === '' ? '' : `: ${said}`}`;
}

function statusOf({ status }: RemoteAnswer): string {
  return `${status}${status >= 300 && status < 400 ? ' (redirects are not followed)' : ''}`;
}

function textOf({ text }: RemoteAnswer): string {
  return text.trim().slice(0, 200);
}
