import { loadGuide, loadSamples } from '../../assets.js';
import type { Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { eitherOf, wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { readSeverity } from '../../vocabulary/severity.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';
import { alertIfMissing } from '../../vocabulary/alert-if-missing.js';
import { EVENT_STREAM, SEVERITIES } from './event-stream.js';
import { zabbixLabels, zabbixLinks } from './labels-and-links.js';
import { parameter } from './parameter.js';
import { messageText } from './parse-message-text.js';
import { recogniseZabbix } from './recognise-zabbix.js';

const eventValue = parameter('event.value', 'event_value', 'trigger.value', 'trigger_value');
const status = parameter(
  'event.status',
  'event_status',
  'status',
  'trigger.status',
  'trigger_status',
  'state',
);
const update = parameter('event.update_status', 'event_update_status', 'update_status', 'event_update');
const action = parameter('update_action', 'event.update.action', 'event_update_action');
const title = parameter('title', 'subject', 'alert_subject', 'event_name', 'event.name');
const eventTypeByState = dictionary<EventType | AcknowledgementType | Ignored>({
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
const CANCELED_ESCALATION = /^NOTE: Escalation cancell?ed:/i;

/** Derives the type from the value of the event (0 or 1), which is never translated, or else from a word, or else the title. */
function deriveEventType(
  alarm: Alarm,
  { stateReaders: readers, canceled }: VersionSettings,
): EventType | AcknowledgementType | Ignored | undefined {
  if (
    /^(?:1|true)$/i.test(update(alarm) ?? '') ||
    /^(?:acknowledged|unacknowledged|commented|suppressed|unsuppressed|changed)\b/i.test(action(alarm) ?? '')
  )
    return deriveUpdateType(alarm);
  if (canceled && CANCELED_ESCALATION.test(message(alarm) ?? '')) return 'RECOVERY';
  const stated = readers
    .map((read) => eventTypeByState(read(alarm) ?? ''))
    .find((type) => type !== undefined);
  if (stated !== undefined) return stated;
  const fullTitle = title(alarm) ?? '';
  if (/^(?:resolved|ok|recovery)\b/i.test(fullTitle)) return 'RECOVERY';
  if (/^updated problem/i.test(fullTitle)) return deriveUpdateType(alarm);
  return /^problem\b/i.test(fullTitle) ? 'ALERT' : alertIfMissing(eventValue, status)(alarm);
}

const trigger = parameter(
  'trigger.name',
  'trigger_name',
  'event.name',
  'event_name',
  'trigger',
  'name',
  'problem',
);
const HOST_FIELDS = [
  'host.visible_name',
  'host.name',
  'host_name',
  'hostname',
  'host',
  'host.host',
  'host_host',
];
/** Reads `Host: …` from the message of the default templates, for bodies without a field for the host. */
function findHostInMessage(alarm: Alarm): string | undefined {
  return /^Host:(.*)$/m.exec(message(alarm) ?? '')?.[1]?.trim() || undefined;
}
const message = parameter(
  'message',
  'alert_message',
  'description',
  'event.opdata',
  'operational_data',
  'item',
);
const SEVERITY_FIELDS = ['event.severity', 'event_severity', 'trigger.severity', 'trigger_severity'];
const OTHER_SEVERITY_FIELDS = [
  'severity',
  'event.nseverity',
  'event_nseverity',
  'nseverity',
  'event_severity_number',
  'priority',
];

/** The readers that differ between the versions of the plugin. */
export interface VersionSettings {
  readonly stateReaders: readonly Reader<string>[];
  readonly host: Reader<string>;
  readonly severityWord: Reader<string>;
  /** Whether a canceled escalation counts as a recovery. */
  readonly canceled: boolean;
}

const LATEST: VersionSettings = {
  stateReaders: [eventValue, status, parameter('event_type', 'event.type')],
  host: parameter(...HOST_FIELDS, 'labels.host', 'service'),
  severityWord: parameter(...SEVERITY_FIELDS, 'trigger.severity_text', ...OTHER_SEVERITY_FIELDS),
  canceled: true,
};
export const V1_0: VersionSettings = {
  stateReaders: [eventValue, status],
  host: parameter(...HOST_FIELDS, 'service'),
  severityWord: parameter(...SEVERITY_FIELDS, ...OTHER_SEVERITY_FIELDS),
  canceled: false,
};
const findSeverityInMessage = (alarm: Alarm): string | undefined =>
  /^Severity:(.*)$/m.exec(message(alarm) ?? '')?.[1]?.trim() || undefined;
/** Reads the id at the end of the default templates: `Original problem ID: 25066`. */
const findIdInMessage = (alarm: Alarm): string | undefined =>
  /^Original (?:problem|event) ID: *(\d+) *$/im.exec(message(alarm) ?? '')?.[1];
/** The default template of an update: `Ada Lovelace (ada) acknowledged, commented problem at 2025.03.04 10:10:00.` */
const UPDATE_MESSAGE = /^(.{1,200}?) ((?:un)?acknowledged\b.{0,200}?) problem at [^\n]{0,40}\n?/;

function parseUpdateMessage(alarm: Alarm): { by?: string; done?: string; comment?: string } {
  const messageText = (message(alarm) ?? '').replaceAll('\r\n', '\n');
  const [line, by, done] = UPDATE_MESSAGE.exec(messageText) ?? [];
  if (line === undefined || by === undefined || done === undefined) return {};
  const [commentText = ''] = messageText.slice(line.length).split('\nCurrent problem status is ', 1);
  const comment = commentText.trim();
  return { by, done, ...(comment !== '' && { comment }) };
}

const updateAuthor = firstOf(
  parameter('event_update_user', 'update_user', 'user.fullname', 'user_fullname', 'event.update.user'),
  (alarm) => parseUpdateMessage(alarm).by,
);
const updateComment = firstOf(
  parameter('event_update_message', 'event.update.message', 'update_message', 'ack_message', 'ack.message'),
  (alarm) => parseUpdateMessage(alarm).comment,
);
const updatedAt = instant('event_update_timestamp', 'event.update.timestamp', 'update_timestamp');

/** Derives the outcome of an update. Of several actions (`acknowledged, commented`) only an acknowledgement counts. */
function deriveUpdateType(alarm: Alarm): AcknowledgementType | Ignored {
  const actionText = action(alarm) ?? parseUpdateMessage(alarm).done ?? '';
  if (/\bunacknowledged\b/i.test(actionText)) return 'UNACKNOWLEDGED';
  return /\backnowledged\b/i.test(actionText)
    ? 'ACKNOWLEDGED'
    : ignored(`an update of the problem: ${actionText || 'what was done is not said'}`);
}

/** The title without the state that precedes it. */
const plainTitle = (alarm: Alarm): string | undefined =>
  title(alarm)?.replace(/^(?:problem|resolved|ok|recovery|updated problem)\b[^:]*: */i, '');
const severityByWord = dictionary(SEVERITIES);

/** Builds the format of the webhook for a version of the plugin. */
export function createZabbixFormat(settings: VersionSettings): AlarmFormat {
  const resourceName = firstOf(settings.host, findHostInMessage);
  return {
    alarms: eitherOf(wholeBody(), messageText),
    expects: {
      body: 'the body of a Zabbix webhook, as in the guide',
      identity: '`event_id`, `trigger_id`, the names of host and trigger, or a subject',
      state: '`event_value` 0 or 1, or `event_status` PROBLEM or RESOLVED',
    },
    event_key: firstOf(
      // A trigger can have several problems at a time. A recovery has the event id of its problem.
      parameter('event.id', 'event_id'),
      parameter('trigger_id', 'trigger.id'),
      parameter('id', 'alert_uid'),
      (alarm) => (trigger(alarm) === undefined ? undefined : joined('/', resourceName, trigger)(alarm)),
      findIdInMessage,
      (alarm) => (plainTitle(alarm) === undefined ? undefined : joined('/', resourceName, plainTitle)(alarm)),
    ),
    event_type: (alarm) => deriveEventType(alarm, settings),
    acknowledgement: { by: updateAuthor, comment: updateComment, occurred_at: updatedAt },
    note: { text: updateComment, by: updateAuthor, occurred_at: updatedAt },
    title: firstOf(title, joined(': ', settings.host, trigger)),
    description: message,
    severity: (alarm) =>
      readSeverity(alarm, settings.severityWord(alarm) ?? findSeverityInMessage(alarm), severityByWord),
    rule: firstOf(trigger, plainTitle),
    resource: resource(
      'host',
      resourceName,
      firstOf(parameter('host.id', 'host_id', 'host.connection_info', 'host_ip'), resourceName),
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
    labels: zabbixLabels,
    links: zabbixLinks,
    additional_info: {
      trigger_id: parameter('trigger.id', 'trigger_id'),
      event_date: parameter('event.date', 'event_date'),
      event_time: parameter('event.time', 'event_time'),
      item: value('item'),
      operational_data: parameter('event.opdata', 'event_opdata', 'operational_data'),
      host_ip: parameter('host_ip', 'host.connection_info', 'host.ip'),
    },
    additional_info_0_2: {
      event_id: parameter('event.id', 'event_id'),
      event_tags: firstOf<Json>(
        parameter('event_tags', 'event.tags', 'tags'),
        value('event_tags', 'event.tags', 'tags'),
      ),
      zabbix_url: parameter('zabbix_url', 'url', 'link', 'trigger_url', 'trigger.url'),
    },
  };
}

/** The webhook media type of Zabbix, JSON or a form, nested or flat, and the events that a connector streams. */
export const zabbix: Plugin = {
  plugin_id: 'zabbix',
  version: '1.1.0',
  name: 'Zabbix',
  provider: 'zabbix',
  docs: loadGuide('systems/zabbix'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/zabbix'),
  recognises: recogniseZabbix,
  parse: createMultiFormatParser(EVENT_STREAM, createZabbixFormat(LATEST)),
};
