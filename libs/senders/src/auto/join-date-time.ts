import { parseInstant } from '../vocabulary/instant.js';
import type { ScalarField } from './collect-fields.js';

const DATE = /^(?:\d{4}([-/.]?)\d\d\1\d\d|\d\d?\.\d\d?\.\d{4})$/;
const CLOCK =
  /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?[AP]\.?M\.?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?$/i;

/** Returns whether the field has a date alone, which is up to a day off as a time. */
export const isDateOnly = ({ text }: ScalarField): boolean => DATE.test(text);

/** Returns the pointer of the object that contains the field. */
const objectOf = ({ pointer }: ScalarField): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** Joins a date with the time of day in the field beside it: `event_date` with `event_time`, `date` with `time`. */
export function joinDatesWithTimes(fields: readonly ScalarField[]): readonly ScalarField[] {
  if (!fields.some(isDateOnly)) return fields;
  const clocks = new Map(
    fields
      .filter(({ name, text }) => name.endsWith('time') && CLOCK.test(text))
      .map((field) => [`${objectOf(field)} ${field.name}`, field.text] as const),
  );
  return fields.map((field) => {
    if (!field.name.endsWith('date') || !isDateOnly(field)) return field;
    const object = objectOf(field);
    const clock = clocks.get(`${object} ${field.name.slice(0, -4)}time`) ?? clocks.get(`${object} time`);
    if (clock === undefined) return field;
    const joined = `${toIsoDate(field.text)} ${/^\d:/.test(clock) ? `0${clock}` : clock}`;
    return { ...field, text: joined, value: joined };
  });
}

const toIsoDate = (date: string): string => date.replace(/^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)$/, '$1-$2-$3');

const CREATED = /^(?:created?(?:at|on|time|date)?|creation(?:time|date|timestamp))$/;
const CHANGED =
  /^(?:updated(?:at|on|time)?|modified(?:at|on)?|lastmodified|lastupdated?|lasttriggered)(?:at|on)?$/;
/** An alarm whose object changed so much later was not created then: it is the rule that is so old. */
const OLD = 30 * 86_400_000;

/** Returns how to tell whether a field of these is the creation of a rule or monitor, not of the alarm. */
export function createDefinitionCheck(fields: readonly ScalarField[]): (field: ScalarField) => boolean {
  const changes = new Map<string, number>();
  for (const field of fields) {
    if (!CHANGED.test(field.name)) continue;
    const at = parseInstant(field.value)?.getTime() ?? 0;
    changes.set(objectOf(field), Math.max(at, changes.get(objectOf(field)) ?? 0));
  }
  return (field) => {
    const changed = CREATED.test(field.name) ? changes.get(objectOf(field)) : undefined;
    const created = changed === undefined ? undefined : parseInstant(field.value);
    return changed !== undefined && created !== undefined && changed - created.getTime() > OLD;
  };
}
