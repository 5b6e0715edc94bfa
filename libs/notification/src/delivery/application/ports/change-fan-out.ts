export interface FanOutResult {
  readonly notificationCount: number;
  readonly hasMore: boolean;
}

/** Turns changes of alerts into notifications. */
export abstract class ChangeFanOut {
  /** Returns whether any domain has an enabled subscription. One cheap statement. */
  abstract isNeeded(): Promise<boolean>;

  /** Returns a number, as text, that grows with every change of an alert that is written. */
  abstract readLatestSequence(): Promise<string>;

  /**
   * Fans out the next changes of some domains, each domain's in order. Notifications and cursors are stored in one
   * transaction. Several processes share the domains.
   */
  abstract run(): Promise<FanOutResult>;

  /**
   * Does the same for one slow domain, which `run` leaves out so that the others do not wait for it. Does nothing if there is
   * none.
   */
  abstract runSlow(): Promise<FanOutResult>;
}
