import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { allLabels, labelled, toTags, type Labels } from '../../vocabulary/labels.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import {
  createParser,
  ignored,
  type Ignored,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

/** German words for states. PRTG writes them in the language of the installation. */
const translateState = dictionary<string>({
  fehler: 'Down',
  'fehler eskalation': 'Down Escalation',
  'fehler (bestätigt)': 'Down (Acknowledged)',
  'fehler (teilweise)': 'Down (Partial)',
  warnung: 'Warning',
  ungewöhnlich: 'Unusual',
  pausiert: 'Paused',
  unbekannt: 'Unknown',
});
const state = fuzzyField('status', 'state', 'sensor_status', 'laststatus');
const device = fuzzyField('device', 'device_name', 'host', 'hostname');
const sensor = fuzzyField('name', 'sensor', 'sensor_name', 'sensorname', 'shortname');

const group = fuzzyField('group');
const probe = fuzzyField('probe');
const priority = fuzzyField('priority', 'prio');
const tagText = fuzzyField('tags');
const sensorPage = fuzzyField('linksensor', 'link', 'url');
/** PRTG separates tags by blanks in some versions and by commas in others. A tag contains neither. */
const tagLabels: Reader<Labels> = (alarm) => toTags((tagText(alarm) ?? '').split(/[\s,]+/).filter(Boolean));

function currentState(said: string): string {
  const now = /\((?:now|jetzt):([^)]{0,200})\)/i.exec(said)?.[1]?.trim() ?? said;
  return translateState(now) ?? now;
}

/** Derives the type from the text of the state: `Down`, `Down ended (now: Up)`, `Down Escalation`, `Down (Acknowledged)`. */
function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored | undefined {
  const stateText = state(alarm);
  if (stateText === undefined) return undefined;
  const currentText = currentState(stateText);
  if (/acknowledg/i.test(currentText)) return 'ACKNOWLEDGED';
  if (/paused|simulated/i.test(currentText)) return ignored(`${stateText}: the sensor is paused`);
  if (/^(?:up|ok|3)\b/i.test(currentText) || /\bended\b/i.test(currentText)) return 'RECOVERY';
  if (/^(?:unknown|none|1)\b/i.test(currentText))
    return ignored(`${stateText}: the sensor has not reported yet`);
  return /down|warning|unusual|error|critical|threshold|limit|^(?:4|5|10|13|14)$/i.test(currentText)
    ? 'ALERT'
    : undefined;
}

function deriveSeverity(alarm: Alarm): Severity | undefined {
  const said = currentState(state(alarm) ?? '');
  if (/partial/i.test(said)) return 'ERROR';
  if (/down|error|critical|^5$/i.test(said)) return 'CRITICAL';
  if (/warning|unusual|threshold|limit|^(?:4|10)$/i.test(said)) return 'WARNING';
  return /^(?:up|3)\b/i.test(said) ? 'INFO' : undefined;
}

/** The HTTP action of a notification template of PRTG Network Monitor. */
export const prtg: Plugin = {
  plugin_id: 'prtg',
  version: '1.1.0',
  name: 'PRTG',
  provider: 'prtg',
  docs: loadGuide('systems/prtg'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/prtg'),
  recognises: recogniseAny(
    recogniseBy('sensorid', 'device', 'status'),
    recogniseBy('sensorid', 'status', 'message'),
    recogniseBy('sensorid', 'laststatus'),
    recogniseBy('SensorId', 'Device', 'Status'),
    recogniseBy('sensorid', 'device', 'status', 'message', 'probe'),
    recogniseBy('sensor_id', 'device', 'status', 'probe'),
    recogniseBy('linksensor', 'device'),
    recogniseBy({ header: 'user-agent', pattern: /PRTG/i }),
  ),
  parse: createParser({
    alarms: wholeBody(),
    expects: {
      body: 'the form or object of the guide, with `sensorid` and `status`',
      identity: '`sensorid`, or `device` and `name`',
      state: '`status` Down, Warning, Up …',
    },
    event_key: firstOf(fuzzyField('sensorid', 'sensor_id', 'objid', 'id'), (alarm) =>
      sensor(alarm) === undefined ? undefined : joined('/', device, sensor)(alarm),
    ),
    event_type: deriveEventType,
    title: joined(' is ', joined(' on ', sensor, device), state),
    description: fuzzyField('message', 'lastmessage', 'down', 'lastvalue'),
    severity: deriveSeverity,
    rule: sensor,
    resource: resource(
      'device',
      device,
      firstOf(fuzzyField('device_host', 'host', 'deviceid', 'device_id'), device),
    ),
    provider: () => 'prtg',
    account: fuzzyField('sitename', 'site'),
    occurred_at: (alarm) =>
      parseInstant(fuzzyField('timestamp', 'datetime_utc')(alarm) ?? null, alarm.delivery.words),
    labels: allLabels(tagLabels, labelled({ group, probe, priority, location: fuzzyField('location') })),
    links: { source: sensorPage },
    additional_info: {
      status: state,
      lastvalue: fuzzyField('lastvalue'),
      datetime: fuzzyField('datetime'),
      sensortype: fuzzyField('sensor_type', 'typ', 'type'),
    },
    additional_info_0_2: { group, probe, priority, tags: tagText, linksensor: sensorPage },
  }),
};
