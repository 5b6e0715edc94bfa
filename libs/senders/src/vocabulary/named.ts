import { isObject, type Json } from '#shared/kernel/json.js';
import type { Alarm, Reader } from './alarm.js';
import { filledOf } from './template.js';
import { normalised } from './word.js';

// What notification scripts put before the names of a monitoring core's variables.
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
 * The first of these fields with a text in it that is no unfilled variable, for bodies whose field names users or
 * versions of the sender write differently: `host_name`, `hostName`, `HOSTNAME` and `NAGIOS_HOSTNAME` are one name.
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
