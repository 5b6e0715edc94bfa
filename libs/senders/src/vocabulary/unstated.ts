import type { EventType } from '../plugin-api/event.js';
import type { Reader } from './alarm.js';

/**
 * ALERT where none of these says anything: a body that users write may leave the state out. Of a word that is there
 * and unknown nobody can tell, so it is none.
 */
export function unstated(...readers: readonly Reader<string>[]): Reader<EventType> {
  return (alarm) => (readers.every((read) => read(alarm) === undefined) ? 'ALERT' : undefined);
}
