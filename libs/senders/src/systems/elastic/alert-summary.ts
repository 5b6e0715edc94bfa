import { isObject, type Json } from '#shared/kernel/json.js';
import { toJsonPointer, type AlarmFinder, type FoundAlarm } from '../../vocabulary/alarm-finder.js';

const GROUPS = ['new', 'ongoing', 'recovered'];

/** Finds alerts in `{{alerts}}`, the summary of an action that runs once for all alerts of a rule, grouped by their state. */
export const findInSummary: AlarmFinder = (body) => {
  const alerts = isObject(body) ? body['alerts'] : undefined;
  if (!isObject(alerts)) return undefined;
  const groups = GROUPS.map((name) => listDocuments(alerts[name], ['alerts', name, 'data']));
  return groups.every((found) => found === undefined) ? undefined : groups.flatMap((found) => found ?? []);
};

function listDocuments(group: Json | undefined, steps: readonly string[]): readonly FoundAlarm[] | undefined {
  const data = isObject(group) ? group['data'] : undefined;
  return Array.isArray(data)
    ? data.map((value: Json, index) => ({ value, pointer: toJsonPointer([...steps, index]) }))
    : undefined;
}
