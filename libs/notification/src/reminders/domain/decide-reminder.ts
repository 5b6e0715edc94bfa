import type { Remind } from '../../subscriptions/domain/remind.js';

/** What a subscription was told of an alert. */
export interface LastTold {
  /** Whether something waits to be sent. */
  readonly isWaiting: boolean;
  /** Whether the last thing that may have arrived says that the alert is open; `undefined`: nothing of it is stored. */
  readonly isOpen: boolean | undefined;
  /** The time of the last message that may have arrived, or has failed; `null`: there is none. */
  readonly last: Date | null;
}

interface RemindedAlert {
  readonly state: string;
  readonly acknowledged: boolean;
}

/** `end`: there is no reminder until the subscription is told of the alert again. `wait`: see again later. `remind`: now. */
export type Reminding =
  { readonly do: 'end' } | { readonly do: 'wait'; readonly until: Date } | { readonly do: 'remind' };

/** Seconds until a reminder is looked at again whose time is not known yet: the shortest time between two reminders. */
export const RECHECK_SECONDS = 300;
/** Milliseconds by which a reminder may be early, so that one that is nearly due is not looked at twice. */
const SLACK_MS = 1_000;

const END = { do: 'end' } as const;

/**
 * Decides what becomes of the reminder of an open alert, apart from silences and inhibitions. What still waits to be sent, or could not
 * be told, is told before anything that reminds of it.
 * @param alert `undefined`: it no longer exists
 */
export function decideReminder(
  { every, until }: Remind,
  alert: RemindedAlert | undefined,
  { isWaiting, isOpen, last }: LastTold,
  now: Date,
): Reminding {
  if (alert?.state !== 'OPEN') return END;
  const recheck = { do: 'wait', until: addSeconds(now, RECHECK_SECONDS) } as const;
  if (isWaiting) return recheck;
  // Nobody is reminded of what they were never told, or were told has ended.
  if (last === null || isOpen === false) return END;
  if (isOpen === undefined) return recheck;
  // An acknowledgement that ends does not change when the last message was.
  if (until === 'ACKNOWLEDGED' && alert.acknowledged) return recheck;
  // A time in the future was written while the clock was ahead.
  const due = last > now ? now : addSeconds(last, every);
  return due.getTime() - now.getTime() > SLACK_MS ? { do: 'wait', until: due } : { do: 'remind' };
}

export const addSeconds = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);
