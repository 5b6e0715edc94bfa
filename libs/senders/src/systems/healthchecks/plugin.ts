import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored, type Sender, type Taken } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const STATES = dictionary<EventType | Taken | Ignored>({
  trigger: 'ALERT',
  down: 'ALERT',
  resolve: 'RECOVERY',
  up: 'RECOVERY',
  acknowledge: 'ACKNOWLEDGED',
  grace: ignored('status grace: late, not yet down'),
  paused: ignored('status paused'),
  new: ignored('status new: no ping yet'),
  started: ignored('status started: running'),
});
export const name = named('name', 'check_name', 'slug');
const state = named('status', 'event_type', 'state', 'check_status');
export const check = named(
  'incident_key',
  'code',
  'check',
  'uuid',
  'unique_key',
  'check_id',
  'check_uuid',
  'id',
);

const ownTitle = named('title');
export const nameAndState = joined(' is ', name, (alarm) => state(alarm)?.toUpperCase());
/** The first line of the description. It is the title of the PagerDuty form, which has neither a name nor a title. */
const told: Reader<string> = (alarm) => named('description')(alarm)?.split('\n', 1)[0]?.trim();

/** The format of the body in the guide, and of the bodies for PagerTree and PagerDuty. */
export const HEALTHCHECKS: Sender = {
  alarms: wholeBody(),
  expects: {
    body: 'an object with `check` and `status`, as in the guide, or with `incident_key` and `event_type`',
    identity: '`check`, `incident_key` or `name`',
    state: '`status` down or up, or `event_type` trigger or resolve',
  },
  event_key: firstOf(check, name),
  event_type: (alarm) => STATES(state(alarm) ?? ''),
  title: firstOf(ownTitle, (alarm) => (name(alarm) === undefined ? told(alarm) : undefined), nameAndState),
  description: named('description', 'details', 'desc', 'message', 'failure_reason', 'exit_status'),
  rule: named('schedule', 'period'),
  resource: resource(
    'check',
    firstOf(name, (alarm) => firstOf(ownTitle, told)(alarm)?.replace(/ is (?:DOWN|UP)$/i, '')),
    firstOf(check, name),
  ),
  provider: () => 'healthchecks',
  account: named('project'),
  occurred_at: (alarm) => instantOf(named('time', 'now', 'timestamp')(alarm) ?? null),
  additional_info: {
    tags: named('tags'),
    last_ping: named('last_ping'),
    client_url: named('client_url'),
    client: named('client'),
  },
};

/** The webhook of Healthchecks.io with the body of the guide, and its integrations for PagerTree and PagerDuty. */
export const healthchecks: Plugin = {
  plugin_id: 'healthchecks',
  version: '1.1.0',
  name: 'Healthchecks.io',
  provider: 'healthchecks',
  docs: guideOf('systems/healthchecks'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/healthchecks'),
  recognises: anyShape(
    shaped('check', 'name', 'tags', ['status', /^(?:up|down)$/i]),
    shaped('check', 'name', 'time', ['status', /^(?:up|down)$/i]),
    shaped(['client', /^healthchecks/i], 'incident_key', 'event_type'),
    shaped('incident_key', ['event_type', /^(?:trigger|resolve)$/], 'client_url', 'title'),
    shaped('code', 'name', 'tags', ['status', /^(?:up|down)$/i]),
    shaped('n_pings', 'last_ping', 'next_ping', 'status'),
    shaped({ header: 'user-agent', is: /^healthchecks/i }),
  ),
  parse: alarmsOf(HEALTHCHECKS),
};
