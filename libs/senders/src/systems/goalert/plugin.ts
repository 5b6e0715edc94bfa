import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed, formatsOf } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender, type Taken } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { text, textOf } from '../../vocabulary/text.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

/** Returns a reader for a parameter in the body or in the query. */
function parameter(name: string): Reader<string> {
  return firstOf(text(name), (alarm: Alarm) => textOf(alarm.delivery.query[name]));
}
const summary = parameter('summary');

/** Requests to GoAlert's Generic API. */
const GENERIC: Sender = {
  alarms: alsoListed(wholeBody()),
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
  additional_info: { action: parameter('action'), meta: value('meta') },
};

const kind = text('Type');

const status = text('NewStatus', 'Status', 'LogEntry');

function typeOf(alarm: Alarm): EventType | Taken | Ignored {
  const type = kind(alarm);
  if (type === 'Alert' || type === 'AlertBundle') return 'ALERT';
  if (type === 'AlertStatus') {
    const said = status(alarm) ?? '';
    if (/close/i.test(said)) return 'RECOVERY';
    return /^acknowledged\b/i.test(said)
      ? 'ACKNOWLEDGED'
      : ignored(`${text('LogEntry')(alarm) ?? 'a status'}: not closed`);
  }
  return ignored(`${type}: no alarm`);
}

/** Reads the author from the log entry: `Acknowledged by Ada Lovelace via Web`. */
const takenBy: Reader<string> = (alarm) =>
  /^acknowledged by (.{1,200})/i
    .exec(text('LogEntry')(alarm) ?? '')?.[1]
    ?.replace(/ (?:via \S+|\(\S+\))$/, '');

/** Requests of GoAlert's own webhook contact method. */
const OUTGOING: Sender = {
  alarms: alsoListed(wholeBody('AppName', 'AlertID')),
  expects: { body: 'the webhook of GoAlert (`AppName`, `Type`)', identity: '`AlertID`', state: '`Type`' },
  event_key: text('AlertID', 'ServiceID', 'Summary'),
  event_type: typeOf,
  taken: { by: takenBy },
  title: text('Summary', 'LogEntry', 'ServiceName'),
  description: text('Details', 'LogEntry'),
  resource: resource('service', text('ServiceName'), text('ServiceID')),
  provider: () => 'goalert',
  occurred_at: instant('Timestamp', 'CreatedAt'),
  additional_info: { Type: kind, LogEntry: text('LogEntry'), Count: value('Count'), Meta: value('Meta') },
};

/** Both directions of GoAlert: requests to its Generic API, and its own webhook. */
export const goalert: Plugin = {
  plugin_id: 'goalert',
  version: '1.0.0',
  name: 'GoAlert',
  provider: 'goalert',
  docs: guideOf('systems/goalert'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/goalert'),
  recognises: anyShape(
    shaped('dedup', 'summary'),
    shaped('dedup', ['action', /^close$/i]),
    shaped('summary', ['action', /^close$/i], 'details'),
    shaped('AppName', 'Type', 'AlertID'),
    shaped(['AppName', /goalert/i], 'Type'),
    shaped('summary', 'details', 'dedup'),
  ),
  parse: formatsOf(OUTGOING, GENERIC),
};
