import { guideOf, samplesOf } from '../../assets.js';
import type { Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { value, type Path } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored, type Sender, type Taken } from '../../vocabulary/sender.js';
import { severityOf } from '../../vocabulary/severity.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { filled } from '../../vocabulary/template.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';
import { unstated } from '../../vocabulary/unstated.js';

/** Returns a reader for parameters that are nested or flat, and that users may name like macros: `EVENT.ID`, `EventID`. */
function said(...paths: readonly Path[]): Reader<string> {
  return firstOf(
    filled(...paths.flatMap((path) => (path.includes('.') ? [path, `["${path}"]`] : [path]))),
    named(...paths),
  );
}

const eventValue = said('event.value', 'event_value', 'trigger.value', 'trigger_value');
const status = said('event.status', 'event_status', 'status', 'trigger.status', 'trigger_status', 'state');
const update = said('event.update_status', 'event_update_status', 'update_status', 'event_update');
const action = said('update_action', 'event.update.action', 'event_update_action');
const title = said('title', 'subject', 'alert_subject', 'event_name', 'event.name');
const STATES = dictionary<EventType | Taken | Ignored>({
  0: 'RECOVERY',
  1: 'ALERT',
  problem: 'ALERT',
  alerting: 'ALERT',
  firing: 'ALERT',
  ok: 'RECOVERY',
  resolved: 'RECOVERY',
  recovery: 'RECOVERY',
  recovered: 'RECOVERY',
  closed: 'RECOVERY',
  acknowledged: 'ACKNOWLEDGED',
  unacknowledged: 'UNACKNOWLEDGED',
  updated: ignored('the problem was updated'),
  update: ignored('the problem was updated'),
});

/** The message of a canceled escalation, e.g. because the host was disabled. Zabbix then sends no recovery. */
const CANCELED = /^NOTE: Escalation cancell?ed:/i;

/** Derives the type from the value of the event (0 or 1), which is never translated, or else from a word, or else the title. */
function eventType(
  alarm: Alarm,
  { stated: readers, canceled }: Written,
): EventType | Taken | Ignored | undefined {
  if (
    /^(?:1|true)$/i.test(update(alarm) ?? '') ||
    /^(?:acknowledged|unacknowledged|commented|suppressed|unsuppressed|changed)\b/i.test(action(alarm) ?? '')
  )
    return updateOf(alarm);
  if (canceled && CANCELED.test(message(alarm) ?? '')) return 'RECOVERY';
  const stated = readers.map((read) => STATES(read(alarm) ?? '')).find((type) => type !== undefined);
  if (stated !== undefined) return stated;
  const heading = title(alarm) ?? '';
  if (/^(?:resolved|ok|recovery)\b/i.test(heading)) return 'RECOVERY';
  if (/^updated problem/i.test(heading)) return updateOf(alarm);
  return /^problem\b/i.test(heading) ? 'ALERT' : unstated(eventValue, status)(alarm);
}

const trigger = said(
  'trigger.name',
  'trigger_name',
  'event.name',
  'event_name',
  'trigger',
  'name',
  'problem',
);
const HOST = ['host.visible_name', 'host.name', 'host_name', 'hostname', 'host', 'host.host', 'host_host'];
/** Reads `Host: …` from the message of the default templates, for bodies without a field for the host. */
function hostInMessage(alarm: Alarm): string | undefined {
  return /^Host:(.*)$/m.exec(message(alarm) ?? '')?.[1]?.trim() || undefined;
}
const message = said('message', 'alert_message', 'description', 'event.opdata', 'operational_data', 'item');
const SEVERITY = ['event.severity', 'event_severity', 'trigger.severity', 'trigger_severity'];
const SEVERITY_ELSEWHERE = [
  'severity',
  'event.nseverity',
  'event_nseverity',
  'nseverity',
  'event_severity_number',
  'priority',
];

/** The readers that differ between the versions of the plugin. */
export interface Written {
  readonly stated: readonly Reader<string>[];
  readonly host: Reader<string>;
  readonly severityWord: Reader<string>;
  /** Whether a canceled escalation counts as a recovery. */
  readonly canceled: boolean;
}

const NEWEST: Written = {
  stated: [eventValue, status, said('event_type', 'event.type')],
  host: said(...HOST, 'labels.host', 'service'),
  severityWord: said(...SEVERITY, 'trigger.severity_text', ...SEVERITY_ELSEWHERE),
  canceled: true,
};
export const AS_OF_1_0: Written = {
  stated: [eventValue, status],
  host: said(...HOST, 'service'),
  severityWord: said(...SEVERITY, ...SEVERITY_ELSEWHERE),
  canceled: false,
};
const severityInMessage = (alarm: Alarm): string | undefined =>
  /^Severity:(.*)$/m.exec(message(alarm) ?? '')?.[1]?.trim() || undefined;
/** Reads the id at the end of the default templates: `Original problem ID: 25066`. */
const idInMessage = (alarm: Alarm): string | undefined =>
  /^Original (?:problem|event) ID: *(\d+) *$/im.exec(message(alarm) ?? '')?.[1];
/** The default template of an update: `Ada Lovelace (ada) acknowledged, commented problem at 2025.03.04 10:10:00.` */
const UPDATE = /^(.{1,200}?) ((?:un)?acknowledged\b.{0,200}?) problem at [^\n]{0,40}\n?/;

function updateInMessage(alarm: Alarm): { by?: string; done?: string; comment?: string } {
  const said = (message(alarm) ?? '').replaceAll('\r\n', '\n');
  const [line, by, done] = UPDATE.exec(said) ?? [];
  if (line === undefined || by === undefined || done === undefined) return {};
  const [told = ''] = said.slice(line.length).split('\nCurrent problem status is ', 1);
  const comment = told.trim();
  return { by, done, ...(comment !== '' && { comment }) };
}

/** Derives the outcome of an update. Of several actions (`acknowledged, commented`) only an acknowledgement counts. */
function updateOf(alarm: Alarm): Taken | Ignored {
  const done = action(alarm) ?? updateInMessage(alarm).done ?? '';
  if (/\bunacknowledged\b/i.test(done)) return 'UNACKNOWLEDGED';
  return /\backnowledged\b/i.test(done)
    ? 'ACKNOWLEDGED'
    : ignored(`an update of the problem: ${done || 'what was done is not said'}`);
}

/** The title without the state that precedes it. */
const subject = (alarm: Alarm): string | undefined =>
  title(alarm)?.replace(/^(?:problem|resolved|ok|recovery|updated problem)\b[^:]*: */i, '');
const SCALE = dictionary<Severity>({
  0: 'NONE',
  1: 'INFO',
  2: 'WARNING',
  3: 'WARNING',
  4: 'ERROR',
  5: 'CRITICAL',
  'not classified': 'NONE',
  information: 'INFO',
  warning: 'WARNING',
  average: 'WARNING',
  high: 'ERROR',
  disaster: 'CRITICAL',
});

/** Builds the format of the webhook for a version of the plugin. */
export function zabbixEvent(written: Written): Sender {
  const resourceName = firstOf(written.host, hostInMessage);
  return {
    alarms: wholeBody(),
    expects: {
      body: 'the body of a Zabbix webhook, as in the guide',
      identity: '`event_id`, `trigger_id`, the names of host and trigger, or a subject',
      state: '`event_value` 0 or 1, or `event_status` PROBLEM or RESOLVED',
    },
    event_key: firstOf(
      // A trigger can have several problems at a time. A recovery has the event id of its problem.
      said('event.id', 'event_id'),
      said('trigger_id', 'trigger.id'),
      said('id', 'alert_uid'),
      (alarm) => (trigger(alarm) === undefined ? undefined : joined('/', resourceName, trigger)(alarm)),
      idInMessage,
      (alarm) => (subject(alarm) === undefined ? undefined : joined('/', resourceName, subject)(alarm)),
    ),
    event_type: (alarm) => eventType(alarm, written),
    taken: {
      by: firstOf(
        said('event_update_user', 'update_user', 'user.fullname', 'user_fullname', 'event.update.user'),
        (alarm) => updateInMessage(alarm).by,
      ),
      comment: firstOf(
        said('event_update_message', 'event.update.message', 'update_message', 'ack_message', 'ack.message'),
        (alarm) => updateInMessage(alarm).comment,
      ),
      occurred_at: instant('event_update_timestamp', 'event.update.timestamp', 'update_timestamp'),
    },
    title: firstOf(title, joined(': ', written.host, trigger)),
    description: message,
    severity: (alarm) => {
      const degree = written.severityWord(alarm) ?? severityInMessage(alarm);
      return degree === undefined ? undefined : (SCALE(degree) ?? severityOf(degree));
    },
    rule: firstOf(trigger, subject),
    resource: resource(
      'host',
      resourceName,
      firstOf(said('host.id', 'host_id', 'host.connection_info', 'host_ip'), resourceName),
    ),
    provider: () => 'zabbix',
    occurred_at: instant('event.timestamp', 'event_timestamp', 'timestamp'),
    resolved_at: instant(
      'event.recovery_timestamp',
      'event_recovery_timestamp',
      'recovery_timestamp',
      'event.timestamp',
      'event_timestamp',
    ),
    additional_info: {
      event_id: said('event.id', 'event_id'),
      trigger_id: said('trigger.id', 'trigger_id'),
      event_tags: firstOf<Json>(
        said('event_tags', 'event.tags', 'tags'),
        value('event_tags', 'event.tags', 'tags'),
      ),
      event_date: said('event.date', 'event_date'),
      event_time: said('event.time', 'event_time'),
      item: value('item'),
      operational_data: said('event.opdata', 'event_opdata', 'operational_data'),
      host_ip: said('host_ip', 'host.connection_info', 'host.ip'),
      zabbix_url: said('zabbix_url', 'url', 'link', 'trigger_url', 'trigger.url'),
    },
  };
}

/** The webhook media type of Zabbix: JSON or a form, nested or flat. */
export const zabbix: Plugin = {
  plugin_id: 'zabbix',
  version: '1.1.0',
  name: 'Zabbix',
  provider: 'zabbix',
  docs: guideOf('systems/zabbix'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/zabbix'),
  recognises: anyShape(
    shaped('event.status', 'event.id', 'trigger.id'),
    shaped('event.id', 'event.value', 'trigger.name'),
    shaped('event_value', 'event_source', 'event_nseverity', 'trigger_id'),
    shaped('event_id', 'trigger_id', 'event_value'),
    shaped('event_id', 'event_source', 'event_value'),
    shaped('eventId', 'triggerId'),
    shaped('EventID', 'TriggerStatus'),
    shaped('TriggerID', 'TriggerName', 'TriggerStatus'),
    shaped('["EVENT.ID"]', '["TRIGGER.NAME"]'),
    shaped('triggerId', 'hostName', 'status'),
    shaped('eventid', 'event_value'),
    shaped('event_nseverity', 'event_value', 'event_source'),
    shaped('event_update_status', 'event_value', 'event_source'),
    shaped('zabbix_url'),
    shaped('Zabbix_URL'),
    shaped('Event_ID', 'Trigger_Status'),
    shaped('host', 'trigger_id', 'event_id'),
    shaped({ header: 'user-agent', is: /^zabbix/i }),
    shaped(['Message', /^Original problem ID: *\d+/m], ['Subject', /^(?:Problem|Resolved|Updated)/], 'To'),
    shaped(['message', /^Original problem ID: *\d+/m], ['subject', /^(?:Problem|Resolved|Updated)/]),
    shaped('["event.id"]', '["event.value"]'),
    shaped('hostname', 'trigger', 'item', ['link', /eventid=|triggerid=|zabbix/i]),
  ),
  parse: alarmsOf(zabbixEvent(NEWEST)),
};
