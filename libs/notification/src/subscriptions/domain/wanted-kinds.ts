/** Changes that correct what was told before: they concern whoever was told of the alert, and nobody else. */
const CORRECTIONS: ReadonlySet<string> = new Set(['resolved', 'deescalated']);

export interface KindsOfSubscription {
  readonly kinds: readonly string[];
  /** Whether the protocol keeps a state for each alert, which must not become wrong. */
  readonly tracksAlerts: boolean;
}

/** Returns whether a subscription asks for this kind of changes, such as `opened`. */
export function wantsKind(kind: string, { kinds, tracksAlerts }: KindsOfSubscription): boolean {
  return kinds.includes(`alert.${kind}`) || (tracksAlerts && isCorrection(kind));
}

export function isCorrection(kind: string): boolean {
  return CORRECTIONS.has(kind);
}

/** An alert of which something was kept from a subscription. */
interface KeptAlert {
  /** Whether the subscription is told of what its query finds, and that finds the alert as it is now. */
  readonly isMatched: boolean;
  /** Whether it was told that the alert is open. */
  readonly isTold: boolean;
}

/** Decides whether a subscription is told of what was kept from it, now that nothing keeps it back any more. */
export function wantsKept(
  kind: string,
  subscription: KindsOfSubscription,
  { isMatched, isTold }: KeptAlert,
): boolean {
  return wantsKind(kind, subscription) && (isMatched || (isTold && isCorrection(kind)));
}
