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
  abstract run(): Promise<{ readonly made: number; readonly isMore: boolean }>;
}
