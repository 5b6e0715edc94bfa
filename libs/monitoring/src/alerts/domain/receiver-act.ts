/** Days for which the ids of acts are remembered. What is older may be a repetition that is no longer recognized. */
export const ACT_MEMORY_DAYS = 7;

/** What was done to an alert at a receiver of its notifications. */
export interface ReceiverAct {
  readonly kind: 'acknowledge' | 'unacknowledge' | 'resolve' | 'note';
  /** The SHA-256 of what identifies the act at the receiver. */
  readonly act_id: Buffer;
  /** The text of a note, or a comment. */
  readonly text: string | null;
}

/**
 * What became of an act. `repeated`: it was carried out before. `outdated`: something newer was done. `unchanged`: the alert was in that
 * state already, or is resolved.
 */
export type ReceiverActOutcome = 'done' | 'repeated' | 'outdated' | 'unchanged';

interface ActedAlert {
  readonly state: 'OPEN' | 'RESOLVED';
  readonly acknowledged: boolean;
}

/** Whether the act would leave the alert as it is. A change of what is so already would go round in circles between systems. */
export function isWithoutEffect(kind: ReceiverAct['kind'], { state, acknowledged }: ActedAlert): boolean {
  if (state === 'RESOLVED') return true;
  if (kind === 'acknowledge') return acknowledged;
  return kind === 'unacknowledge' && !acknowledged;
}
