import { signal } from '@preact/signals';

/** The time, each second, for whatever says how long ago something was. */
export const now = signal(Date.now());

setInterval(() => {
  if (document.visibilityState === 'visible') now.value = Date.now();
}, 1_000);
