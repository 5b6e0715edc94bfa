import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { text, joined } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const isOk = word<EventType>({ 0: 'ALERT', 1: 'RECOVERY', false: 'ALERT', true: 'RECOVERY' }, 'is_ok');
const kind = text('type');
const expiry = /expir|ssl|domain|certificate/i;

/** Derives the type. Messages about the expiry of a domain or certificate have no state. */
const eventType = (alarm: Alarm): EventType | undefined =>
  isOk(alarm) ?? (expiry.test(kind(alarm) ?? '') ? 'ALERT' : undefined);
const id = text('monitor_id', 'heartbeat_id', 'domain_name_id', 'domain_id', 'ssl_id');
const name = text('name', 'domain', 'domain_name', 'target');

/** The webhook of Hydrozen.io: websites, heartbeats, domains and certificates. */
export const hydrozen: Plugin = {
  plugin_id: 'hydrozen',
  version: '1.0.0',
  name: 'Hydrozen',
  provider: 'hydrozen',
  docs: guideOf('systems/hydrozen'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/hydrozen'),
  recognises: anyShape(
    shaped('is_ok', 'type', 'name', 'monitor_id'),
    shaped('is_ok', 'type', 'heartbeat_id'),
    shaped('domain_name_id', 'type', 'name'),
  ),
  parse: alarmsOf({
    alarms: wholeBody('monitor_id', 'heartbeat_id', 'domain_name_id', 'is_ok'),
    expects: {
      body: 'the body of a Hydrozen webhook: an object with `type`, an id and `is_ok`',
      identity: '`monitor_id`, `heartbeat_id` or `domain_name_id`',
      state: '`is_ok` 0 or 1, or a `type` that tells of an expiry',
    },
    event_key: (alarm) =>
      firstOf(id, name)(alarm) === undefined ? undefined : joined('/', kind, firstOf(id, name))(alarm),
    event_type: eventType,
    title: joined(' ', name, (alarm) => {
      const state = isOk(alarm);
      if (state === undefined) return `expires (${kind(alarm)})`;
      return state === 'ALERT' ? 'is down' : 'is up';
    }),
    description: text('message', 'error', 'reason', 'target'),
    severity: (alarm) => (isOk(alarm) === undefined ? 'WARNING' : undefined),
    rule: kind,
    resource: resource('monitor', name, text('target', 'domain', 'name')),
    provider: () => 'hydrozen',
    occurred_at: instant('datetime', 'timestamp', 'date'),
    additional_info: {
      type: kind,
      target: text('target'),
      port: value('port'),
      is_ok: value('is_ok'),
      expiry: text('whois_end_datetime', 'ssl_end_datetime', 'end_datetime', 'expiry_date'),
    },
  }),
};
