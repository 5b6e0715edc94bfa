import type { Event } from './event.js';

export interface Alert {
  readonly last: Event;
}
