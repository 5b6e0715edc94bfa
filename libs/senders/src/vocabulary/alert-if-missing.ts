import type { EventType } from '../plugin-api/event.js';
import type { Reader } from './alarm.js';

/**
 * Returns a reader that gives ALERT if none of these readers finds text, because a body that users write may omit the
 * state. If there is a word that is only unknown, the reader gives `undefined`.
 */
export function alertIfMissing(...readers: readonly Reader<string>[]): Reader<EventType> {
  return (alarm) => (readers.every((read) => read(alarm) === undefined) ? 'ALERT' : undefined);
}
