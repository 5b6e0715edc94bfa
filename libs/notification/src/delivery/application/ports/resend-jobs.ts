/** The resends that were requested. Several processes share them. */
export abstract class ResendJobs {
  /**
   * Runs one batch of the resend that has waited longest. The queued notifications and the progress are stored in one
   * transaction, so that a worker crash queues nothing twice.
   * @returns how many notifications were queued; `undefined` if no resend is due
   */
  abstract runNextBatch(): Promise<number | undefined>;
}
