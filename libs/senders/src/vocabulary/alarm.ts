import type { Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../plugin-api/plugin.js';

/** One alarm of a delivery: the place a reader reads. */
export interface Alarm {
  /** The part of the payload that is this alarm alone. */
  readonly value: Json;
  /** JSON pointer of that part in the body; `''` is the whole body. */
  readonly pointer: string;
  readonly delivery: PluginDelivery;
}

/** Reads one thing of an alarm; `undefined` where it is missing or of another type. Never throws. */
export type Reader<T> = (alarm: Alarm) => T | undefined;

/** What the first of these readers gives. */
export function firstOf<T>(...readers: readonly Reader<T>[]): Reader<T> {
  return (alarm) => {
    for (const read of readers) {
      const found = read(alarm);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
