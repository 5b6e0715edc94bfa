import { isObject, type Json } from '#shared/kernel/json.js';
import type { Alarm, Reader } from './alarm.js';
import { filledTextOf } from './template.js';
import { normaliseWord } from './word.js';

// Prefixes that notification scripts add to the variable names of a monitoring core.
const SCRIPT_PREFIX = /^(?:notify|nagios|icinga|monit|prtg)_+(?:_+)?/i;

const fieldIndexes = new WeakMap<object, ReadonlyMap<string, Json>>();

function getFieldIndex(from: Readonly<Record<string, Json>>): ReadonlyMap<string, Json> {
  let index = fieldIndexes.get(from);
  if (index === undefined) {
    index = new Map(
      Object.entries(from).map(([name, fieldValue]) => [
        normaliseWord(name.replace(SCRIPT_PREFIX, '')),
        fieldValue,
      ]),
    );
    fieldIndexes.set(from, index);
  }
  return index;
}

/** Returns whether there is one of these fields, also if it is empty. Names count as in {@link fuzzyField}. */
export function hasAny(from: Readonly<Record<string, Json>>, names: readonly string[]): boolean {
  const index = getFieldIndex(from);
  return names.some((name) => index.has(normaliseWord(name)));
}

/**
 * Returns a reader for the first of these fields with text that is not an unfilled variable. It is for bodies whose field
 * names vary by user or version: `host_name`, `hostName`, `HOSTNAME` and `NAGIOS_HOSTNAME` count as the same name.
 */
export function fuzzyField(...names: readonly string[]): Reader<string> {
  const normalisedNames = names.map(normaliseWord);
  return ({ value }: Alarm) => {
    if (!isObject(value)) return undefined;
    const index = getFieldIndex(value);
    for (const name of normalisedNames) {
      const found = filledTextOf(index.get(name));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
