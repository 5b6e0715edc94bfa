import { signal } from '@preact/signals';

/** The current time, updated each second, for all displayed ages. */
export const now = signal(Date.now());

setInterval(() => {
  if (document.visibilityState === 'visible') now.value = Date.now();
}, 1_000);
