import { isObject, type Json } from '#shared/kernel/json.js';
import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin, PluginDelivery, PluginOutcome } from '../../plugin-api/plugin.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';

/** An event of Sentinel and the instance that it is about. */
interface SentinelEvent {
  readonly name: string;
  readonly details: string;
  readonly kind: string | undefined;
  readonly address: string | undefined;
  readonly master: string | undefined;
}

/** A message contains at most two instances. Longer texts are not from Sentinel. */
const MAX_LENGTH = 2_000;
/** The event is in the first fields of a body. Bodies with more are not from a script. */
const MAX_FIELDS = 20;
const EVENT_NAME =
  /(?:^|\s)([+-](?:sdown|odown|tilt|switch-master|failover-[a-z-]{1,40}|[a-z][a-z-]{2,40}))(?=\s|$)/;
const INSTANCE =
  /\b(master|slave|replica|sentinel) (\S{1,200}) (\S{1,200}) (\d{1,5})(?: @ (\S{1,200}) \S{1,200} \d{1,5})?/;
const SWITCH = /(?:^|\s)(\S{1,200}) (\S{1,200}) (\d{1,5}) (\S{1,200}) (\d{1,5})\s*$/;

/** Returns the text of the body, or of its fields: a script may send event and description as it likes. */
function textOfBody(body: Json): string {
  if (typeof body === 'string') return body.slice(0, MAX_LENGTH + 1);
  if (!isObject(body)) return '';
  return Object.values(body)
    .slice(0, MAX_FIELDS)
    .filter((part): part is string => typeof part === 'string')
    .join(' ')
    .slice(0, MAX_LENGTH + 1);
}

function readEvent(body: Json): SentinelEvent | undefined {
  const said = textOfBody(body).replaceAll(/\s+/g, ' ').trim();
  if (said.length > MAX_LENGTH) return undefined;
  const name = EVENT_NAME.exec(said)?.[1];
  if (name === undefined) return undefined;
  const details = said.replace(name, '').trim();
  if (name === '+switch-master') {
    const [, master, ip, port] = SWITCH.exec(details) ?? [];
    return master === undefined
      ? undefined
      : { name, details, kind: 'master', address: `${ip}:${port}`, master };
  }
  if (/^[+-]tilt$/.test(name))
    return { name, details, kind: undefined, address: undefined, master: undefined };
  const [, kind, label, ip, port, masterName] = INSTANCE.exec(details) ?? [];
  if (kind === undefined) return undefined;
  return { name, details, kind, address: `${ip}:${port}`, master: masterName ?? label };
}

interface Meaning {
  readonly event_type: EventType;
  readonly key: string;
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
}

/**
 * Returns what an event means. An instance keeps its key when its role changes: a master that went down comes back as a
 * replica. A failover ends the outage of a master, because Sentinel does not report `-odown` then.
 */
function explain({ name, kind = '', address = '', master = '' }: SentinelEvent): Meaning | undefined {
  const event_type = name.startsWith('+') ? 'ALERT' : 'RECOVERY';
  const ifAlert = (severity: Severity): Severity => (event_type === 'ALERT' ? severity : 'INFO');
  switch (name) {
    case '+sdown':
    case '-sdown':
      return {
        event_type,
        key: `sdown/${master}/${address}`,
        rule: 'sdown',
        title: `${kind} ${address} of ${master} is ${event_type === 'ALERT' ? 'down for this Sentinel' : 'up'}`,
        severity: ifAlert(kind === 'master' ? 'ERROR' : 'WARNING'),
      };
    case '+odown':
    case '-odown':
      return {
        event_type,
        key: `odown/${master}`,
        rule: 'odown',
        title: `master ${master} (${address}) is ${event_type === 'ALERT' ? 'down' : 'up'}`,
        severity: ifAlert('CRITICAL'),
      };
    case '+switch-master':
      return {
        event_type: 'RECOVERY',
        key: `odown/${master}`,
        rule: 'odown',
        title: `master ${master} was switched from ${address}`,
        severity: 'INFO',
      };
    case '+tilt':
    case '-tilt':
      return {
        event_type,
        key: 'tilt',
        rule: 'tilt',
        title: `Sentinel ${event_type === 'ALERT' ? 'entered' : 'left'} TILT mode`,
        severity: ifAlert('WARNING'),
      };
    case '+failover-end':
      return {
        event_type: 'RECOVERY',
        key: `failover/${master}`,
        rule: 'failover',
        title: `the failover of ${master} is complete`,
        severity: 'INFO',
      };
    default:
      if (!/^-failover-abort|^\+failover-end-for-timeout$/.test(name)) return undefined;
      return {
        event_type: 'ALERT',
        key: `failover/${master}`,
        rule: 'failover',
        title: `the failover of ${master} failed: ${name.slice(1)}`,
        severity: 'CRITICAL',
      };
  }
}

function parse({ body }: PluginDelivery): readonly PluginOutcome[] {
  const found = readEvent(body);
  if (found === undefined)
    return [
      {
        outcome: 'ERROR',
        pointer: '',
        reason:
          'expected an event of Sentinel and its description, as `+sdown master mymaster 192.0.2.1 6379`',
      },
    ];
  const meaning = explain(found);
  if (meaning === undefined)
    return [{ outcome: 'IGNORED', pointer: '', reason: `${found.name}: neither a problem nor its end` }];
  const { key: event_key, ...fields } = meaning;
  const { kind, address, master } = found;
  return [
    {
      outcome: 'EVENT',
      event: {
        event_key,
        ...fields,
        description: `${found.name} ${found.details}`,
        resource:
          address === undefined
            ? {}
            : {
                resource_id: address,
                resource_type: kind === 'sentinel' ? 'sentinel' : 'redis',
                name: address,
              },
        provider: 'redis-sentinel',
        account: master ?? null,
        occurred_at: isObject(body)
          ? (parseInstant(body['occurred_at'] ?? body['timestamp'] ?? null) ?? null)
          : null,
        additional_info: { event: found.name },
        raw_data: body,
        pointer: '',
      },
    },
  ];
}

/** Recognises the events that the plugin reads. Others, such as `+reboot`, may be words of any text. */
const CONFIDENCE = 0.75;

/** The notification script of Redis Sentinel, with event and description as text or in any fields. */
export const redisSentinel: Plugin = {
  plugin_id: 'redis-sentinel',
  version: '1.0.0',
  name: 'Redis Sentinel',
  provider: 'redis-sentinel',
  docs: loadGuide('systems/redis-sentinel'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/redis-sentinel'),
  recognises: ({ body }) => {
    const found = readEvent(body);
    return found !== undefined && found.kind !== undefined ? CONFIDENCE : 0;
  },
  parse,
};
