import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored, type Taken } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

/** German words for states. PRTG writes them in the language of the installation. */
const words = dictionary<string>({
  fehler: 'Down',
  'fehler eskalation': 'Down Escalation',
  'fehler (bestätigt)': 'Down (Acknowledged)',
  'fehler (teilweise)': 'Down (Partial)',
  warnung: 'Warning',
  ungewöhnlich: 'Unusual',
  pausiert: 'Paused',
  unbekannt: 'Unknown',
});
const state = named('status', 'state', 'sensor_status', 'laststatus');
const device = named('device', 'device_name', 'host', 'hostname');
const sensor = named('name', 'sensor', 'sensor_name', 'sensorname', 'shortname');

function nowOf(said: string): string {
  const now = /\((?:now|jetzt):([^)]{0,200})\)/i.exec(said)?.[1]?.trim() ?? said;
  return words(now) ?? now;
}

/** Derives the type from the text of the state: `Down`, `Down ended (now: Up)`, `Down Escalation`, `Down (Acknowledged)`. */
function eventType(alarm: Alarm): EventType | Taken | Ignored | undefined {
  const said = state(alarm);
  if (said === undefined) return undefined;
  const now = nowOf(said);
  if (/acknowledg/i.test(now)) return 'ACKNOWLEDGED';
  if (/paused|simulated/i.test(now)) return ignored(`${said}: the sensor is paused`);
  if (/^(?:up|ok|3)\b/i.test(now) || /\bended\b/i.test(now)) return 'RECOVERY';
  if (/^(?:unknown|none|1)\b/i.test(now)) return ignored(`${said}: the sensor has not reported yet`);
  return /down|warning|unusual|error|critical|threshold|limit|^(?:4|5|10|13|14)$/i.test(now)
    ? 'ALERT'
    : undefined;
}

function severityIn(alarm: Alarm): Severity | undefined {
  const said = nowOf(state(alarm) ?? '');
  if (/partial/i.test(said)) return 'ERROR';
  if (/down|error|critical|^5$/i.test(said)) return 'CRITICAL';
  if (/warning|unusual|threshold|limit|^(?:4|10)$/i.test(said)) return 'WARNING';
  return /^(?:up|3)\b/i.test(said) ? 'INFO' : undefined;
}

/** The HTTP action of a notification template of PRTG Network Monitor. */
export const prtg: Plugin = {
  plugin_id: 'prtg',
  version: '1.0.0',
  name: 'PRTG',
  provider: 'prtg',
  docs: guideOf('systems/prtg'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/prtg'),
  recognises: anyShape(
    shaped('sensorid', 'device', 'status'),
    shaped('sensorid', 'status', 'message'),
    shaped('sensorid', 'laststatus'),
    shaped('SensorId', 'Device', 'Status'),
    shaped('sensorid', 'device', 'status', 'message', 'probe'),
    shaped('sensor_id', 'device', 'status', 'probe'),
    shaped('linksensor', 'device'),
    shaped({ header: 'user-agent', is: /PRTG/i }),
  ),
  parse: alarmsOf({
    alarms: wholeBody(),
    expects: {
      body: 'the form or object of the guide, with `sensorid` and `status`',
      identity: '`sensorid`, or `device` and `name`',
      state: '`status` Down, Warning, Up …',
    },
    event_key: firstOf(named('sensorid', 'sensor_id', 'objid', 'id'), (alarm) =>
      sensor(alarm) === undefined ? undefined : joined('/', device, sensor)(alarm),
    ),
    event_type: eventType,
    title: joined(' is ', joined(' on ', sensor, device), state),
    description: named('message', 'lastmessage', 'down', 'lastvalue'),
    severity: severityIn,
    rule: sensor,
    resource: resource(
      'device',
      device,
      firstOf(named('device_host', 'host', 'deviceid', 'device_id'), device),
    ),
    provider: () => 'prtg',
    account: named('sitename', 'site'),
    occurred_at: (alarm) => instantOf(named('timestamp', 'datetime_utc')(alarm) ?? null),
    additional_info: {
      status: state,
      lastvalue: named('lastvalue'),
      datetime: named('datetime'),
      group: named('group'),
      probe: named('probe'),
      priority: named('priority', 'prio'),
      tags: named('tags'),
      linksensor: named('linksensor', 'link', 'url'),
      sensortype: named('sensor_type', 'typ', 'type'),
    },
  }),
};
