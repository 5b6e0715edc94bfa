import type { Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../plugin-api/plugin.js';

/** One alarm of a delivery, from which readers read. */
export interface Alarm {
  /** The part of the payload that is this alarm alone. */
  readonly value: Json;
  /** JSON pointer of that part in the body. `''` is the whole body. */
  readonly pointer: string;
  readonly delivery: PluginDelivery;
}

/** Reads one field of an alarm. Returns `undefined` if it is missing or has another type. Never throws. */
export type Reader<T> = (alarm: Alarm) => T | undefined;

/** Returns a reader that gives the first result of these readers. */
export function firstOf<T>(...readers: readonly Reader<T>[]): Reader<T> {
  return (alarm) => {
    for (const read of readers) {
      const found = read(alarm);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
