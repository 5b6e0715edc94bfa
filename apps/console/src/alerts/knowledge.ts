import { session } from '../session.js';
import type { Knowledge } from './alert-filter.js';
import { isHeldBack, isUntold, tellings } from './tellings.js';

/** Returns what the filters of the list need to know beside the alerts. */
export const knowledge = (): Knowledge => ({
  userId: session.value?.user_id ?? '',
  isHeldBack: (id) => isHeldBack(tellings.value.get(id)),
  isUntold: (id) => isUntold(tellings.value.get(id)),
});
