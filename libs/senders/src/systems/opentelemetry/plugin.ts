import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { parseStateWord } from '../../auto/state-word.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { readSeverity } from '../../vocabulary/severity.js';
import { recogniseBy } from '../../vocabulary/recognise-by.js';
import { stableTitleFor } from '../../vocabulary/subject.js';
import { joined, text } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';
import {
  attribute,
  attributeLabels,
  bodyText,
  findLogRecords,
  furtherAttributes,
  ownAttributes,
} from './log-record.js';

const eventTypeByState = dictionary<EventType>({
  resolved: 'RECOVERY',
  recovered: 'RECOVERY',
  recovery: 'RECOVERY',
  closed: 'RECOVERY',
  cleared: 'RECOVERY',
  ok: 'RECOVERY',
  up: 'RECOVERY',
  normal: 'RECOVERY',
});
const state = attribute('alert.state', 'alert.status', 'event.state', 'state', 'status');
const service = attribute('service.name');
const host = attribute('host.name', 'k8s.pod.name', 'k8s.node.name', 'container.name', 'service.instance.id');
const eventName = firstOf(
  text('eventName'),
  attribute('event.name', 'alert.name', 'alertname', 'rule', 'exception.type'),
);
const messageText = firstOf(bodyText, attribute('message', 'msg', 'title', 'summary', 'exception.message'));
/** Ranges of OpenTelemetry's severity numbers, by their lowest number. */
const SEVERITY_RANGES: readonly (readonly [from: number, Severity])[] = [
  [21, 'CRITICAL'],
  [17, 'ERROR'],
  [13, 'WARNING'],
  [1, 'INFO'],
];

function deriveSeverity(alarm: Alarm): Severity | undefined {
  const number = Number(text('severityNumber')(alarm) ?? 0);
  const rangeSeverity = SEVERITY_RANGES.find(([from]) => number >= from)?.[1];
  return rangeSeverity ?? readSeverity(alarm, text('severityText')(alarm));
}

/** Derives the type from the attribute with the state. Words of other languages count since version 1.1.0. */
function deriveEventType(alarm: Alarm): EventType {
  const stateText = state(alarm) ?? '';
  const isOver =
    alarm.delivery.words === '0.2'
      ? undefined
      : parseStateWord(stateText)?.type === 'RECOVERY' && isForeign(stateText);
  return eventTypeByState(stateText) ?? (isOver === true ? 'RECOVERY' : 'ALERT');
}
const isForeign = (stateText: string): boolean => /[^\x20-\x7e]/.test(stateText);

/** Returns the key from service, host and the event name, or else the words of the message that do not change. */
function recordKey(alarm: Alarm): string | undefined {
  const message = messageText(alarm);
  const subject =
    eventName(alarm) ?? (message === undefined ? undefined : stableTitleFor(alarm.delivery, message));
  return subject === undefined ? undefined : joined('/', service, host, () => subject)(alarm);
}

/** Log records that an OpenTelemetry Collector exports by OTLP/HTTP with JSON. */
export const opentelemetry: Plugin = {
  plugin_id: 'opentelemetry',
  version: '1.1.0',
  name: 'OpenTelemetry',
  provider: 'opentelemetry',
  docs: loadGuide('systems/opentelemetry'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/opentelemetry'),
  recognises: recogniseBy(
    'resourceLogs',
    'resourceLogs[0]',
    'resourceLogs[0].scopeLogs',
    'resourceLogs[0].scopeLogs[0].logRecords',
  ),
  parse: createParser({
    alarms: findLogRecords,
    expects: {
      body: 'a request of OTLP/HTTP in JSON: an object with a list `resourceLogs`',
      identity: 'a `body`, an `eventName` or an attribute `event.name` in each log record',
      state: 'a log record',
    },
    event_key: recordKey,
    previous_event_key: (alarm) => recordKey({ ...alarm, delivery: { ...alarm.delivery, words: '0.2' } }),
    event_type: deriveEventType,
    title: firstOf((alarm) => messageText(alarm)?.split('\n', 1)[0], eventName),
    description: firstOf(attribute('exception.stacktrace', 'description'), messageText),
    severity: deriveSeverity,
    rule: eventName,
    resource: firstOf(resource('host', host), resource('service', service)),
    provider: () => 'opentelemetry',
    account: attribute('cloud.account.id'),
    occurred_at: instant('timeUnixNano', 'observedTimeUnixNano'),
    labels: attributeLabels,
    additional_info: {
      attributes: furtherAttributes,
      trace_id: text('traceId'),
      span_id: text('spanId'),
      severity_text: text('severityText'),
    },
    additional_info_0_2: {
      attributes: ownAttributes,
      service,
      environment: attribute('deployment.environment.name', 'deployment.environment'),
    },
  }),
  // OTLP/HTTP requires 200 with an export response, which is empty if every record was accepted.
  answer: () => ({ status: 200, body: {} }),
};
