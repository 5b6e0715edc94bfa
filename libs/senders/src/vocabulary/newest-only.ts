import type { Reader } from './alarm.js';

/** Returns a reader that finds nothing for versions of release 0.2, for fields that were not read then. */
export function newestOnly<T>(read: Reader<T>): Reader<T> {
  return (alarm) => (alarm.delivery.words === '0.2' ? undefined : read(alarm));
}
