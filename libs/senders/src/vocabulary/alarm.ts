import type { Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../plugin-api/plugin.js';

/** What the payload states, but no reader knows. */
export interface Unread {
  /** The first word in a field for the severity that is not a known one. */
  severityWord?: string | undefined;
}

/** One alarm of a delivery, from which readers read. */
export interface Alarm {
  /** The part of the payload that is this alarm alone. */
  readonly value: Json;
  /** JSON pointer of that part in the body. `''` is the whole body. */
  readonly pointer: string;
  readonly delivery: PluginDelivery;
  /** Filled by the readers of the severity, for an alarm whose event is built from their results. */
  readonly unread?: Unread;
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
