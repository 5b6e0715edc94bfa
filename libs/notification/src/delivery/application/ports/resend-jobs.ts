/** Resends that were asked for. Several processes share them. */
export abstract class ResendJobs {
  /**
   * One batch of the resend that has waited longest: what is queued and how far it is are stored together, so that no
   * death of a worker has anything queued twice. Says how many were queued; `undefined`: there is nothing to do.
   */
  abstract advance(): Promise<number | undefined>;
}
