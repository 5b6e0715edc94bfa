import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import {
  isCorrection,
  wantsKind,
  type KindsOfSubscription,
} from '../../subscriptions/domain/wanted-kinds.js';

/** Changes that say that an alert exists. */
const OPENINGS = ['opened', 'escalated', 'reopened', 'flapping'] as const;

/** A change of an alert. */
interface ChangeToTell {
  /** Such as `opened`. */
  readonly kind: string;
  readonly severity: Severity;
  /** Whether its key is flapping. */
  readonly flapping: boolean;
}

/** What a subscription was told of a key that is flapping. */
export interface FlappingTold {
  /** The worst severity that it was told. */
  readonly severity: Severity;
  /** When the key is calm, if it opens no further alert. ISO 8601. */
  readonly calm_at: string;
}

export interface TellingContext extends KindsOfSubscription {
  /** Whether the query of the subscription finds the alert as the change left it. */
  readonly isMatched: boolean;
  /** Whether the last thing that the subscription was told of the alert is that it is open. `undefined`: that is not known. */
  readonly isTold: boolean | undefined;
  /** `undefined`: the subscription was not told that the key is flapping, or it has been calm since. */
  readonly flapping: FlappingTold | undefined;
}

/**
 * `tell`: a notification is sent, unless the alert is silenced. `correct`: it is sent in any case. `hold`: the alert is told of
 * once its key is calm, if it is open then. `leave`: none of these.
 */
export type Telling = 'tell' | 'correct' | 'hold' | 'leave';

/** Decides whether a subscription is notified of a change. */
export function decideTelling(
  { kind, severity, flapping: isFlapping }: ChangeToTell,
  context: TellingContext,
): Telling {
  const { isMatched, isTold, flapping } = context;
  if (!wantsKind(kind, context)) return 'leave';
  if (isCorrection(kind)) {
    if (isTold === true) return 'correct';
    // A subscription that asks for no openings asks for these changes by themselves.
    const isByItself = !OPENINGS.some((opening) => wantsKind(opening, context));
    return isMatched && (isByItself || isTold === undefined) ? 'tell' : 'leave';
  }
  if (!isMatched) return 'leave';
  if (!isFlapping || flapping === undefined) return 'tell';
  if (isWorse(severity, flapping.severity)) return 'tell';
  const isOpening = (OPENINGS as readonly string[]).includes(kind);
  return isOpening ? 'hold' : isTold === true ? 'tell' : 'leave';
}

/** As {@link TellingContext}, with what keeps the change back, and what became of what was told before. */
interface SubscriptionContext extends TellingContext {
  /** Whether something of the alert could not be told, which may be told later. */
  readonly hasFailed: boolean;
  /** Whether a silence or an inhibition keeps the change back. */
  readonly isKept: boolean;
  /** Whether something of the alert was kept back before: everything that follows waits with it. */
  readonly isUnsettled: boolean;
  /** As {@link isToldAsFlapping}. */
  readonly isToldAsFlapping: boolean;
}

/** What becomes of a change for one subscription. */
export interface SubscriptionTelling {
  /** `cancel`: nobody is notified; it is only recorded, and stands for earlier messages that failed. */
  readonly telling: Exclude<Telling, 'leave'> | 'cancel';
  /** Whether it waits with what a silence or an inhibition keeps back. */
  readonly isSilenced: boolean;
  readonly isToldNow: boolean;
  /** What the subscription knows of the key from then on. `undefined`: nothing of its flapping. */
  readonly flapping: FlappingTold | undefined;
}

/** Decides what becomes of a change for one subscription: in fact, or in a preview. `undefined`: nothing is told or recorded. */
export function decideForSubscription(
  change: ChangeToTell & FlappingChange,
  context: SubscriptionContext,
): SubscriptionTelling | undefined {
  const { isMatched, flapping, hasFailed, isKept, isUnsettled } = context;
  if (context.isToldAsFlapping && flapping === undefined && wantsKind('flapping', context)) return undefined;
  const decided = decideTelling(change, context);
  const isQuiet = isKept || isUnsettled;
  // What a silence or an inhibition keeps from everybody is recorded, to its end.
  const isRecorded = isQuiet && isMatched && wantsKind(change.kind, context);
  // What could not be told of the alert must not be told when the receiver works again.
  const isEndOfFailed = change.kind === 'resolved' && hasFailed && wantsKind(change.kind, context);
  const telling = decided !== 'leave' ? decided : isRecorded ? 'tell' : isEndOfFailed ? 'cancel' : decided;
  if (telling === 'leave') return undefined;
  const isSilenced = telling !== 'correct' && isQuiet;
  const isToldNow = telling !== 'hold' && telling !== 'cancel' && !isSilenced;
  const knowsFlapping =
    change.flapping && (flapping !== undefined || (change.kind === 'flapping' && isToldNow));
  return {
    ...{ telling, isSilenced, isToldNow },
    flapping: knowsFlapping ? rememberFlapping(change, flapping, isToldNow) : undefined,
  };
}

interface ChangeOfEvent {
  readonly alert_id: string;
  readonly kind: string;
  readonly event_id: string | null;
}

/** Whether the next change comes of the same event and says that the key is flapping, and with it that the alert opened. */
export function isToldAsFlapping(
  { alert_id, event_id }: ChangeOfEvent,
  next: ChangeOfEvent | undefined,
): boolean {
  return (
    next?.kind === 'flapping' &&
    next.alert_id === alert_id &&
    next.event_id !== null &&
    next.event_id === event_id
  );
}

function isWorse(severity: Severity, than: Severity): boolean {
  return SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(than);
}

/** Milliseconds until a key is calm, if its change does not say so: the previous release wrote it. */
const DEFAULT_WINDOW_MS = 3_600_000;

interface FlappingChange {
  readonly severity: Severity;
  readonly calm_at: string | null;
  /** ISO 8601, or milliseconds since the epoch. */
  readonly changed_at: string | number;
}

/** Returns what a subscription knows of a key that is flapping after a change. @param isTold whether it is told of the change */
function rememberFlapping(
  { severity, calm_at, changed_at }: FlappingChange,
  before: FlappingTold | undefined,
  isTold: boolean,
): FlappingTold {
  const isWorst = before === undefined || (isTold && isWorse(severity, before.severity));
  return {
    severity: isWorst ? severity : before.severity,
    calm_at: calm_at ?? new Date(new Date(changed_at).getTime() + DEFAULT_WINDOW_MS).toISOString(),
  };
}
