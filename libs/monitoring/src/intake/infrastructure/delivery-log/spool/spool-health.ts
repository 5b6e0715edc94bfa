import { Logger } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** The spool may take no more, though its disk would. */
export class SpoolLimitError extends Error {}

/** Whether the spool can be written. The log has one line for each change. */
export class SpoolHealth {
  private readonly logger = new Logger('Spool');
  private failure: { readonly cause: string; readonly kind: 'limit' | 'room' | 'unusable' } | undefined;
  /** Deliveries that were acknowledged from it and could not be read again. */
  lost = 0;

  get isFull(): boolean {
    return this.failure?.kind === 'limit' || this.failure?.kind === 'room';
  }

  /** Why it can be neither written nor emptied, whatever room there is; `undefined` when it can. Shown to strangers. */
  get obstacle(): string | undefined {
    const { kind, cause } = this.failure ?? {};
    return kind === 'unusable' ? `The spool cannot be written (${cause})` : undefined;
  }

  failed(error: unknown): void {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    // The message of a system error has the path as well.
    const cause = typeof code === 'string' ? code : 'see the log';
    const kind = error instanceof SpoolLimitError ? 'limit' : NO_ROOM.has(cause) ? 'room' : 'unusable';
    if (kind !== this.failure?.kind || cause !== this.failure.cause)
      this.logger.error(
        `takes no deliveries, which are refused while the database does not either: ${messageOf(error)}`,
      );
    this.failure = { kind, cause };
  }

  /** What was written was no delivery: it says nothing of the limit. */
  probed(): void {
    if (this.failure?.kind !== 'limit') this.worked();
  }

  drained(): void {
    if (this.failure?.kind === 'limit') this.worked();
  }

  worked(): void {
    if (this.failure !== undefined) this.logger.warn('takes deliveries again');
    this.failure = undefined;
  }
}
