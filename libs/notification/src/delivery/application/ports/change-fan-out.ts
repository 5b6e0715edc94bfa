export interface FannedOut {
  readonly made: number;
  readonly isMore: boolean;
}

/** Turns changes of alerts into notifications. */
export abstract class ChangeFanOut {
  /** Whether any domain has somebody to be told; one cheap statement. */
  abstract isNeeded(): Promise<boolean>;

  /** Grows with every change that is written. */
  abstract latest(): Promise<string>;

  /**
   * The next changes of some domains, in the order of each: notifications and how far was read are stored together.
   * Several processes share the domains.
   */
  abstract run(): Promise<FannedOut>;

  /** The same of one domain that would keep the others waiting, and is left out by `run`; nothing if there is none. */
  abstract runSlow(): Promise<FannedOut>;
}
