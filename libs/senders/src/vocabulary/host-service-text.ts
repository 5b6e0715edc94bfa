import type { Json } from '#shared/kernel/json.js';
import type { AlarmFinder } from './alarm-finder.js';
import { firstField, isBanner, parseTextFields, type TextFields } from './text-fields.js';

/** Kinds of notifications of Nagios and its descendants. */
const NOTIFICATION_TYPE =
  /^(?:PROBLEM|RECOVERY|ACKNOWLEDGEMENT|CUSTOM|(?:FLAPPING|DOWNTIME)(?:[A-Z]+)?)(?: ?\(.{0,100}\))?$/i;
const STATE = /^(?:OK|UP|WARNING|CRITICAL|UNKNOWN|DOWN|UNREACHABLE|PENDING)$/i;
/** The sentence of Icinga 2: `disk on db1 is CRITICAL!`, `db1 is DOWN!` */
const STATE_SENTENCE = /^(.{1,300}) is ([A-Z]{2,11})!?$/;
/** The subject of a mail, also as its first line: `[PROBLEM] disk on db1 is CRITICAL!`, `** RECOVERY Service Alert: …`. */
const SUBJECT_TYPE = /^(?:Subject: )?(?:\[|\*\* ?)(PROBLEM|RECOVERY|ACKNOWLEDGEMENT)\b/;

/** Finds the notification in a text, such as the mails of the default commands of Nagios and Icinga. */
export const notificationText: AlarmFinder = (body) => {
  const value = typeof body === 'string' ? parseNotificationText(body) : undefined;
  return value === undefined ? undefined : [{ value, pointer: '' }];
};

/** Returns the fields of a notification under the names that scripts give them; `undefined` for any other text. */
export function parseNotificationText(text: string): Readonly<Record<string, Json>> | undefined {
  const read = parseTextFields(text);
  const host = firstField(read, 'hostname', 'nagioshostname', 'host', 'hostalias');
  const type = firstField(read, 'notificationtype') ?? findSubjectType(text);
  const state = findState(read);
  if (host === undefined || (state === undefined && !NOTIFICATION_TYPE.test(type ?? ''))) return undefined;
  const service = firstField(read, 'service', 'servicedesc', 'servicename', 'servicedescription');
  const [, author, comment] = /^\[([^\]]{0,100})\](.*)$/s.exec(firstField(read, 'comment') ?? '') ?? [];
  return withoutMissing({
    notification_type: type,
    host_name: host,
    service_description: service,
    [service === undefined ? 'host_state' : 'service_state']: state,
    host_address: firstField(read, 'address', 'hostaddress', 'ipv4', 'ip', 'ipaddress', 'ipv6'),
    date_time: firstField(read, 'datetime', 'when', 'date', 'time'),
    output: firstField(read, 'additionalinfo', 'info', 'output', 'serviceoutput', 'hostoutput', 'summary'),
    author: author ?? firstField(read, 'author'),
    comment: comment ?? firstField(read, 'comment'),
    text,
  });
}

/** Returns whether the text itself says that it is such a notification. A state and a host alone are in many texts. */
export function isNotificationText(text: string): boolean {
  const read = parseTextFields(text);
  const hasBanner = text
    .slice(0, 400)
    .split('\n', 3)
    .some((line) => isBanner(line.trim()));
  const says =
    NOTIFICATION_TYPE.test(firstField(read, 'notificationtype') ?? '') ||
    (hasBanner && (findState(read) !== undefined || findSubjectType(text) !== undefined));
  return says && parseNotificationText(text) !== undefined;
}

function findState(read: TextFields): string | undefined {
  const stated = firstField(read, 'state', 'servicestate', 'hoststate', 'currentstate', 'status');
  if (stated !== undefined && STATE.test(stated)) return stated;
  // Checkmk: `Event: OK -> CRITICAL`.
  const [, changed] = /(?:->|→)\s*([A-Z]{2,11})/.exec(firstField(read, 'event') ?? '') ?? [];
  const words = read.sentences.slice(0, 5).map((line) => STATE_SENTENCE.exec(line)?.[2] ?? '');
  return [changed ?? '', ...words].find((word) => STATE.test(word));
}

function findSubjectType(text: string): string | undefined {
  return SUBJECT_TYPE.exec(text.trimStart())?.[1];
}

function withoutMissing(fields: Readonly<Record<string, string | undefined>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
