import { signal } from '@preact/signals';
import { chooseOffset, combine, type Bounds } from './clock-offset.js';

/**
 * Bounds of what the clock of the service is ahead of that of this device, in milliseconds. Every answer narrows them, so that
 * ages are right on a device whose clock is not.
 */
let bounds: Bounds = { atLeast: -Infinity, atMost: Infinity };
let offset = 0;

/** The header `Date` is cut to seconds. */
const RESOLUTION_MS = 1_000;

/** Returns the time of the service, as far as it is known. */
export const serverNow = (): number => Date.now() + offset;

/** The time of the service, updated each second, for all displayed ages. */
export const now = signal(serverNow());

setInterval(() => {
  if (document.visibilityState === 'visible') now.value = serverNow();
}, 1_000);

/** Learns from an answer how the clock of the service differs from that of this device. */
export function learnServerTime(response: Response, requestedAt: number): void {
  const time = Date.parse(response.headers.get('date') ?? '');
  // An answer from a cache has the time at which it was stored.
  if (Number.isNaN(time) || response.headers.has('age')) return;
  const found = { atLeast: time - Date.now(), atMost: time + RESOLUTION_MS - requestedAt };
  bounds = combine(bounds, found);
  offset = chooseOffset(bounds);
}
