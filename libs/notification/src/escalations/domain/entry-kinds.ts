/**
 * TOLD: a step was told. NOBODY: it had no receiver. LOST: none of its notifications arrived. UNREACHED: no step of the cycle
 * reached anybody. HELD: the clock stopped. RESTARTED: the alert got worse than it was acknowledged. WITHDRAWN: the
 * acknowledgement has lasted for long enough. ENDED: the policy was deleted.
 */
export const ENTRY_KINDS = [
  'TOLD',
  'NOBODY',
  'LOST',
  'UNREACHED',
  'HELD',
  'RESTARTED',
  'WITHDRAWN',
  'ENDED',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
