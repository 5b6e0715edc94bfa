import { loadGuide } from '../../assets.js';
import { hash } from 'node:crypto';
import { countValues, isObject, parseJson, type Json } from '#shared/kernel/json.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import type { AsyncPlugin, PluginCheck, PluginOptions } from '../../plugin-api/plugin.js';
import { PluginUnavailableError } from '../../plugin-api/plugin-unavailable.js';
import { validateOutcomes } from '../../plugin-api/validate-outcomes.js';
import {
  REMOTE_LIMITS,
  type RemotePluginClient,
  type RemoteResponse,
  type RemoteOptions,
} from '../../plugin-api/remote-plugin.js';

const EXCEEDED = `the remote plugin took more than ${REMOTE_LIMITS.deliveryMs} ms for the values of this body together`;

/** Builds the plugin that delegates parsing to a remote service. */
export function createHttpPlugin(remote: RemotePluginClient): AsyncPlugin {
  return {
    plugin_id: 'http',
    version: '1.0.0',
    name: 'Remote plugin over HTTP',
    provider: 'custom',
    docs: loadGuide('systems/http'),
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
        timeout_ms: { type: 'integer', ...REMOTE_LIMITS.timeoutMs },
      },
    },
    samples: [],
    headers: 'ALL',
    connectsTo: 'url',
    async checkOptions(options) {
      const reason = await remote.findAddressProblem(toRemoteOptions(options).url);
      return reason === undefined ? [] : [{ option: 'url', reason }];
    },
    async verify(options) {
      return verifyRemote(remote, toRemoteOptions(options));
    },
    async parseAsync(delivery, options, use) {
      if (use !== undefined && use.usedMs > REMOTE_LIMITS.deliveryMs)
        return [{ outcome: 'ERROR', pointer: '', reason: EXCEEDED, exceeds_limits: true }];
      const json = JSON.stringify({ delivery });
      const calledAt = performance.now();
      const response = await remote.post(toRemoteOptions(options), 'parse', createMessageId(json), json);
      if (use !== undefined) use.usedMs += performance.now() - calledAt;
      if (REMOTE_LIMITS.rejectionStatuses.includes(response.status))
        return [
          {
            outcome: 'ERROR',
            pointer: '',
            reason: `the remote plugin refused it: ${describeResponse(response)}`,
          },
        ];
      return validateOutcomes(parseMember(response, 'outcomes'), delivery.body);
    },
  };
}

/** Casts the options, which have already been checked against the schema. */
function toRemoteOptions(options: PluginOptions): RemoteOptions {
  return options as unknown as RemoteOptions;
}

/** Derives the message id from the content, so that a retry of a delivery has the same id. */
function createMessageId(json: string): string {
  return `msg_${hash('sha256', json).slice(0, 32)}`;
}

async function verifyRemote(
  remote: RemotePluginClient,
  options: RemoteOptions,
): Promise<readonly PluginCheck[]> {
  const name = 'remote';
  const requestedAt = new Date().toISOString();
  try {
    const response = await remote.post(
      options,
      'verify',
      createMessageId(requestedAt),
      JSON.stringify({ asked_at: requestedAt }),
    );
    const checks = parseMember(response, 'checks');
    if (!Array.isArray(checks)) throw new Error('it gave no list of checks');
    return [
      { name, ok: true, message: 'it answers' },
      ...checks.slice(0, REMOTE_LIMITS.maxChecks).map(parseCheck),
    ];
  } catch (error) {
    return [{ name, ok: false, message: getErrorMessage(error) }];
  }
}

function parseCheck(rawCheck: unknown): PluginCheck {
  const check: Readonly<Record<string, unknown>> = isObject(rawCheck) ? rawCheck : {};
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '');
  return {
    name: `remote ${text(check['name'])}`.trim(),
    ok: check['ok'] === true,
    message: text(check['message']),
  };
}

/** Returns a member of the response. @throws PluginUnavailableError for an error status; Error if it cannot be parsed */
function parseMember(response: RemoteResponse, member: string): Json | undefined {
  if (response.status < 200 || response.status > 299)
    throw new PluginUnavailableError(
      `the remote plugin answered ${describeStatus(response)}`,
      REMOTE_LIMITS.breakerOpenMs,
      shortText(response),
    );
  if (countValues(response.text) > REMOTE_LIMITS.maxValues)
    throw new Error(`the remote plugin answered with more than ${REMOTE_LIMITS.maxValues} values`);
  let parsed: Json;
  try {
    parsed = parseJson(response.text);
  } catch {
    throw new Error('the remote plugin answered with something that is not JSON');
  }
  return isObject(parsed) ? parsed[member] : undefined;
}

function describeResponse(response: RemoteResponse): string {
  const responseText = shortText(response);
  return `${describeStatus(response)}${responseText === '' ? '' : `: ${responseText}`}`;
}

function describeStatus({ status }: RemoteResponse): string {
  return `${status}${status >= 300 && status < 400 ? ' (redirects are not followed)' : ''}`;
}

function shortText({ text }: RemoteResponse): string {
  return text.trim().slice(0, 200);
}
