import type { Json } from '#shared/kernel/json.js';
import type { AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { firstField, parseTextFields } from '../../vocabulary/text-fields.js';

/** The first line of the default messages, with time and date: `Problem started at 10:00:00 on 2026.05.01`. */
const CHANGE =
  /\bProblem (started|has been resolved)\b[^\n]{0,60}?\bat (\d\d:\d\d:\d\d) on (\d{4})[.-](\d\d)[.-](\d\d)/i;
/** The default message of an update: `Ada (ada) acknowledged, commented problem at 2026.05.01 10:10:00.` */
const UPDATE = /^.{1,200} problem at \d{4}[.-]\d\d[.-]\d\d \d\d:\d\d/;
const CURRENT_STATUS = /^Current problem status is /m;

/** Finds the problem in a message of the default templates of Zabbix 3 to 7, as plain text or HTML. */
export const messageText: AlarmFinder = (body) => {
  const value = typeof body === 'string' ? parseMessageText(body) : undefined;
  return value === undefined ? undefined : [{ value, pointer: '' }];
};

/** Returns the fields of a default message under the names of the guide; `undefined` for any other text. */
export function parseMessageText(text: string): Readonly<Record<string, Json>> | undefined {
  const read = parseTextFields(text);
  const plain = text.slice(0, 2_000).replaceAll(/<[^<>]{1,50}>/g, '');
  const [line, change, clock, year, month, day] = CHANGE.exec(plain) ?? [];
  const id = /^\d+$/.exec(firstField(read, 'originalproblemid', 'originaleventid') ?? '')?.[0];
  const status = firstField(read, 'triggerstatus', 'problemstatus', 'status');
  const isUpdate = UPDATE.test(plain) && CURRENT_STATUS.test(plain);
  if (line === undefined && !isUpdate && (id === undefined || status === undefined)) return undefined;
  const at = line === undefined ? undefined : `${year}-${month}-${day}T${clock}`;
  const isResolved = change !== undefined && !/started/i.test(change);
  return Object.fromEntries(
    Object.entries({
      event_status: line === undefined ? status : isResolved ? 'RESOLVED' : 'PROBLEM',
      event_update_status: isUpdate ? '1' : undefined,
      event_id: id,
      event_name: firstField(read, 'problemname', 'trigger', 'triggername'),
      host_name: firstField(read, 'host', 'hostname'),
      event_severity: firstField(read, 'severity', 'triggerseverity'),
      operational_data: firstField(read, 'operationaldata'),
      event_timestamp: isResolved ? undefined : at,
      event_recovery_timestamp: isResolved ? at : undefined,
      message: text,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
