import { isObject, type Json } from '#shared/kernel/json.js';
import type { Alarm, Reader } from './alarm.js';
import { filledOf } from './template.js';
import { normalised } from './word.js';

// Prefixes that notification scripts add to the variable names of a monitoring core.
const PREFIX = /^(?:notify|nagios|icinga|monit|prtg)_+(?:_+)?/i;

const indexes = new WeakMap<object, ReadonlyMap<string, Json>>();

function indexOf(from: Readonly<Record<string, Json>>): ReadonlyMap<string, Json> {
  let index = indexes.get(from);
  if (index === undefined) {
    index = new Map(Object.entries(from).map(([name, held]) => [normalised(name.replace(PREFIX, '')), held]));
    indexes.set(from, index);
  }
  return index;
}

/**
 * Returns a reader for the first of these fields with text that is not an unfilled variable. It is for bodies whose field
 * names vary by user or version: `host_name`, `hostName`, `HOSTNAME` and `NAGIOS_HOSTNAME` count as the same name.
 */
export function named(...names: readonly string[]): Reader<string> {
  const wanted = names.map(normalised);
  return ({ value }: Alarm) => {
    if (!isObject(value)) return undefined;
    const index = indexOf(value);
    for (const name of wanted) {
      const found = filledOf(index.get(name));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
