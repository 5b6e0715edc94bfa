import { isObject, type Json } from '#shared/kernel/json.js';
import { pointerOf, type AlarmFinder, type Found } from '../../vocabulary/alarms.js';

const GROUPS = ['new', 'ongoing', 'recovered'];

/** Finds alerts in `{{alerts}}`, the summary of an action that runs once for all alerts of a rule, grouped by their state. */
export const inSummary: AlarmFinder = (body) => {
  const alerts = isObject(body) ? body['alerts'] : undefined;
  if (!isObject(alerts)) return undefined;
  const groups = GROUPS.map((name) => documentsOf(alerts[name], ['alerts', name, 'data']));
  return groups.every((found) => found === undefined) ? undefined : groups.flatMap((found) => found ?? []);
};

function documentsOf(group: Json | undefined, steps: readonly string[]): readonly Found[] | undefined {
  const data = isObject(group) ? group['data'] : undefined;
  return Array.isArray(data)
    ? data.map((value: Json, index) => ({ value, pointer: pointerOf([...steps, index]) }))
    : undefined;
}
