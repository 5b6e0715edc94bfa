import { type Alarm, type Reader, firstOf } from '../../vocabulary/alarm.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { filledText } from '../../vocabulary/template.js';
import { dictionary, type Vocabulary } from '../../vocabulary/word.js';

/** Returns a reader for the first of these fields that is filled in. Users also name them like the variables: `ALERT_TITLE`. */
export function field(...names: readonly string[]): Reader<string> {
  return firstOf(filledText(...names), fuzzyField(...names));
}

/** Returns a reader for the meaning of the first of these fields with a word of the vocabulary. */
export function fieldWord<T>(vocabulary: Vocabulary<T>, ...names: readonly string[]): Reader<T> {
  const meaningOf = dictionary(vocabulary);
  const readers = names.map((name) => field(name));
  return firstOf(
    ...readers.map((read) => (alarm: Alarm) => {
      const text = read(alarm);
      return text === undefined ? undefined : meaningOf(text);
    }),
  );
}

export function fieldInstant(...names: readonly string[]): Reader<Date> {
  return firstOf(
    ...names.map((name) => (alarm: Alarm) => parseInstant(field(name)(alarm) ?? null, alarm.delivery.words)),
  );
}
