import { type Alarm, type Reader, firstOf } from '../../vocabulary/alarm.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { filled } from '../../vocabulary/template.js';
import { dictionary, type Vocabulary } from '../../vocabulary/word.js';

/** Returns a reader for the first of these fields that is filled in. Users also name them like the variables: `ALERT_TITLE`. */
export function field(...names: readonly string[]): Reader<string> {
  return firstOf(filled(...names), named(...names));
}

/** Returns a reader for the meaning of the first of these fields with a word of the vocabulary. */
export function fieldWord<T>(vocabulary: Vocabulary<T>, ...names: readonly string[]): Reader<T> {
  const meaningOf = dictionary(vocabulary);
  const each = names.map((name) => field(name));
  return firstOf(
    ...each.map((read) => (alarm: Alarm) => {
      const said = read(alarm);
      return said === undefined ? undefined : meaningOf(said);
    }),
  );
}

export function fieldInstant(...names: readonly string[]): Reader<Date> {
  return firstOf(...names.map((name) => (alarm: Alarm) => instantOf(field(name)(alarm) ?? null)));
}
