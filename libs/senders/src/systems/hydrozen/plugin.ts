import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, joined, link } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const readState = word<EventType>({ 0: 'ALERT', 1: 'RECOVERY', false: 'ALERT', true: 'RECOVERY' }, 'is_ok');
const kind = text('type');
const EXPIRY_KIND = /expir|ssl|domain|certificate/i;

/** Derives the type. Messages about the expiry of a domain or certificate have no state. */
const deriveEventType = (alarm: Alarm): EventType | undefined =>
  readState(alarm) ?? (EXPIRY_KIND.test(kind(alarm) ?? '') ? 'ALERT' : undefined);
const id = text('monitor_id', 'heartbeat_id', 'domain_name_id', 'domain_id', 'ssl_id');
const name = text('name', 'domain', 'domain_name', 'target');

/** The webhook of Hydrozen.io: websites, heartbeats, domains and certificates. */
export const hydrozen: Plugin = {
  plugin_id: 'hydrozen',
  version: '1.1.0',
  name: 'Hydrozen',
  provider: 'hydrozen',
  docs: loadGuide('systems/hydrozen'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/hydrozen'),
  recognises: recogniseAny(
    recogniseBy('is_ok', 'type', 'name', 'monitor_id'),
    recogniseBy('is_ok', 'type', 'heartbeat_id'),
    recogniseBy('domain_name_id', 'type', 'name'),
  ),
  parse: createParser({
    alarms: wholeBody('monitor_id', 'heartbeat_id', 'domain_name_id', 'is_ok'),
    expects: {
      body: 'the body of a Hydrozen webhook: an object with `type`, an id and `is_ok`',
      identity: '`monitor_id`, `heartbeat_id` or `domain_name_id`',
      state: '`is_ok` 0 or 1, or a `type` that tells of an expiry',
    },
    event_key: (alarm) =>
      firstOf(id, name)(alarm) === undefined ? undefined : joined('/', kind, firstOf(id, name))(alarm),
    event_type: deriveEventType,
    title: joined(' ', name, (alarm) => {
      const state = readState(alarm);
      if (state === undefined) return `expires (${kind(alarm)})`;
      return state === 'ALERT' ? 'is down' : 'is up';
    }),
    description: text('message', 'error', 'reason', 'target'),
    severity: (alarm) => (readState(alarm) === undefined ? 'WARNING' : undefined),
    rule: kind,
    resource: resource('monitor', name, text('target', 'domain', 'name')),
    provider: () => 'hydrozen',
    occurred_at: instant('datetime', 'timestamp', 'date'),
    links: { source: link('url') },
    additional_info: {
      port: value('port'),
      is_ok: value('is_ok'),
      expiry: text('whois_end_datetime', 'ssl_end_datetime', 'end_datetime', 'expiry_date'),
    },
    additional_info_0_2: { type: kind, target: text('target') },
  }),
};
