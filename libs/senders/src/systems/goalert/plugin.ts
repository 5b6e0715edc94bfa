import { isObject } from '#shared/kernel/json.js';
import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList, createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { labels, toTags, type Labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { hasAny } from '../../vocabulary/fuzzy-field.js';
import { text, textOf } from '../../vocabulary/text.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

/** Returns a reader for a parameter in the body or in the query. */
function parameter(name: string): Reader<string> {
  return firstOf(text(name), (alarm: Alarm) => textOf(alarm.delivery.query[name]));
}
const summary = parameter('summary');

/** Reads metadata: an object, or a parameter `meta=name=value` that may be repeated. */
function metaLabels(alarm: Alarm): Labels | undefined {
  const meta = value('meta')(alarm) ?? alarm.delivery.query['meta'] ?? null;
  return toTags(typeof meta === 'string' ? [meta] : meta);
}

/** Requests to GoAlert's Generic API. */
const GENERIC_API: AlarmFormat = {
  alarms: singleOrList(wholeBody()),
  expects: {
    body: "parameters of GoAlert's Generic API (`summary`, `details`, `dedup`, `action`)",
    identity: '`dedup` or `summary`',
    state: '`action` close, or none',
  },
  event_key: firstOf(parameter('dedup'), summary),
  event_type: (alarm) => (/^close$/i.test(parameter('action')(alarm) ?? '') ? 'RECOVERY' : 'ALERT'),
  title: summary,
  description: parameter('details'),
  severity: severity('severity', 'meta.severity', 'priority'),
  resource: resource('host', text('host', 'meta.host', 'meta.instance')),
  provider: () => 'goalert',
  labels: metaLabels,
  additional_info: { action: parameter('action') },
  additional_info_0_2: { meta: value('meta') },
};

const kind = text('Type');

const status = text('NewStatus', 'Status', 'LogEntry');

function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored {
  const type = kind(alarm);
  if (type === 'Alert' || type === 'AlertBundle') return 'ALERT';
  if (type === 'AlertStatus') {
    const statusText = status(alarm) ?? '';
    if (/close/i.test(statusText)) return 'RECOVERY';
    return /^acknowledged\b/i.test(statusText)
      ? 'ACKNOWLEDGED'
      : ignored(`${text('LogEntry')(alarm) ?? 'a status'}: not closed`);
  }
  return ignored(`${type}: no alarm`);
}

/** Reads the author from the log entry: `Acknowledged by Ada Lovelace via Web`. */
const acknowledgedBy: Reader<string> = (alarm) =>
  /^acknowledged by (.{1,200})/i
    .exec(text('LogEntry')(alarm) ?? '')?.[1]
    ?.replace(/ (?:via \S+|\(\S+\))$/, '');

/** Requests of GoAlert's own webhook contact method. */
const OUTGOING_WEBHOOK: AlarmFormat = {
  alarms: singleOrList(wholeBody('AppName', 'AlertID')),
  expects: { body: 'the webhook of GoAlert (`AppName`, `Type`)', identity: '`AlertID`', state: '`Type`' },
  event_key: text('AlertID', 'ServiceID', 'Summary'),
  event_type: deriveEventType,
  acknowledgement: { by: acknowledgedBy },
  title: text('Summary', 'LogEntry', 'ServiceName'),
  description: text('Details', 'LogEntry'),
  resource: resource('service', text('ServiceName'), text('ServiceID')),
  provider: () => 'goalert',
  occurred_at: instant('Timestamp', 'CreatedAt'),
  labels: labels('Meta'),
  additional_info: { Type: kind, LogEntry: text('LogEntry'), Count: value('Count') },
  additional_info_0_2: { Meta: value('Meta') },
};

/** Both directions of GoAlert: requests to its Generic API, and its own webhook. */
export const goalert: Plugin = {
  plugin_id: 'goalert',
  version: '1.1.0',
  name: 'GoAlert',
  provider: 'goalert',
  docs: loadGuide('systems/goalert'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/goalert'),
  recognises: recogniseAny(
    recogniseBy('dedup', 'summary'),
    recogniseBy('dedup', ['action', /^close$/i]),
    recogniseBy('summary', ['action', /^close$/i], 'details'),
    recogniseBy('AppName', 'Type', 'AlertID'),
    recogniseBy(['AppName', /goalert/i], 'Type'),
    recogniseBy('summary', 'details', 'dedup'),
  ),
  parse: createMultiFormatParser(OUTGOING_WEBHOOK, GENERIC_API),
  takesEmptyBody: (_, query) => (hasAny(query, ['summary', 'dedup']) ? 'QUERY' : false),
  // The response of the Generic API.
  answer: ({ body }) =>
    isObject(body) && body['AppName'] === undefined ? { status: 204, body: null } : undefined,
};
