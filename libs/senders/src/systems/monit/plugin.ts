import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { tags } from '../../vocabulary/labels.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { readSeverity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const eventText = fuzzyField('event', 'monit_event');
const host = fuzzyField('host', 'hostname');
const service = fuzzyField('service', 'name');
const FAILURE_PATTERN =
  /(?:fail|failed|does not exist|doesn't exist|matched|timeout|changed|not responding|missing)$/i;
const SUCCESS_PATTERN = /(?:succeeded|recovery|exists|passed|not changed|not matched|ok|returned|up)$/i;
const eventTypeByState = dictionary<EventType | Ignored>({
  failed: 'ALERT',
  failure: 'ALERT',
  problem: 'ALERT',
  succeeded: 'RECOVERY',
  success: 'RECOVERY',
  passed: 'RECOVERY',
  recovery: 'RECOVERY',
});

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const stated = eventTypeByState(fuzzyField('state', 'status')(alarm) ?? '');
  if (stated !== undefined) return stated;
  const event = eventText(alarm);
  if (event === undefined) return undefined;
  if (/^(?:instance changed|action done|monit)/i.test(event))
    return ignored(`${event}: Monit itself, or what somebody told it to do`);
  if (/^data access error/i.test(event)) return 'ALERT';
  if (SUCCESS_PATTERN.test(event)) return 'RECOVERY';
  return FAILURE_PATTERN.test(event) || /error|limit/i.test(event) ? 'ALERT' : undefined;
}

/** Returns the subject, which is the same for a problem and its end: `Does not exist` and `Exists` are both `existence`. */
function problemSubject(alarm: Alarm): string | undefined {
  const event = eventText(alarm);
  if (event === undefined) return undefined;
  if (/exists?$/i.test(event)) return 'existence';
  return (
    event
      .toLowerCase()
      .replace(
        /(?<!\s)\s+(?:failed|succeeded|matched|not matched|changed|not changed|ok|error|recovery)$/,
        '',
      ) || undefined
  );
}

/** A script of Monit that posts its environment variables. */
export const monit: Plugin = {
  plugin_id: 'monit',
  version: '1.1.0',
  name: 'Monit',
  provider: 'monit',
  docs: loadGuide('systems/monit'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/monit'),
  recognises: recogniseAny(
    recogniseBy('MONIT_SERVICE', 'MONIT_EVENT', 'MONIT_HOST'),
    recogniseBy('monit_service', 'monit_event'),
    recogniseBy('service', 'event', 'host', 'description', ['source', /^monit$/i]),
    recogniseBy('service', 'host', 'description', [
      'event',
      /^(?:does not exist|exists|(?:connection|execution|heartbeat|status|timeout|checksum|size|permission|resource limit) (?:failed|succeeded|matched|not matched)|monit instance changed)/i,
    ]),
    recogniseBy(['source', /^monit$/i], 'service'),
  ),
  parse: createParser({
    alarms: wholeBody(),
    expects: {
      body: 'the form of the guide, with `host`, `service` and `event`',
      identity: '`service`',
      state: '`event` such as "Connection failed", or `state` failed or succeeded',
    },
    event_key: (alarm) =>
      service(alarm) === undefined ? undefined : joined('/', host, service, problemSubject)(alarm),
    event_type: deriveEventType,
    title: joined(': ', joined(' on ', service, host), eventText),
    description: fuzzyField('description', 'message'),
    severity: (alarm) => readSeverity(alarm, fuzzyField('severity')(alarm)),
    rule: service,
    state: eventText,
    resource: firstOf(resource('host', host), resource('service', service)),
    provider: () => 'monit',
    occurred_at: (alarm) =>
      parseInstant(fuzzyField('timestamp', 'date', 'time')(alarm) ?? null, alarm.delivery.words),
    labels: tags('tags', 'labels'),
    additional_info: {
      event: eventText,
      pid: fuzzyField('process_pid'),
      memory: fuzzyField('process_memory'),
      cpu: fuzzyField('process_cpu_percent'),
      program_status: fuzzyField('program_status'),
      date: fuzzyField('date'),
    },
    additional_info_0_2: { service },
  }),
};
