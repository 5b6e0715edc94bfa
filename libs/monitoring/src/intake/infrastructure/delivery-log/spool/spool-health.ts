import { Logger } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';

const NO_SPACE_CODES = new Set(['ENOSPC', 'EDQUOT']);

/** The limit of the spool is reached, although its disk has space. */
export class SpoolLimitError extends Error {}

/** Whether the spool can be written. The log has one line for each change. */
export class SpoolHealth {
  private readonly logger = new Logger('Spool');
  private failure: { readonly cause: string; readonly kind: 'limit' | 'room' | 'unusable' } | undefined;
  /** Acknowledged deliveries that could not be read again. */
  lost = 0;

  get isFull(): boolean {
    return this.failure?.kind === 'limit' || this.failure?.kind === 'room';
  }

  /**
   * Why the spool is unusable, other than missing space; `undefined` if it is not. Contains no paths, because it is
   * shown without authentication.
   */
  get obstacle(): string | undefined {
    const { kind, cause } = this.failure ?? {};
    return kind === 'unusable' ? `The spool cannot be written (${cause})` : undefined;
  }

  recordFailure(error: unknown): void {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    // Only the code is used: the message of a system error contains the path.
    const cause = typeof code === 'string' ? code : 'see the log';
    const kind = error instanceof SpoolLimitError ? 'limit' : NO_SPACE_CODES.has(cause) ? 'room' : 'unusable';
    if (kind !== this.failure?.kind || cause !== this.failure.cause)
      this.logger.error(
        `the spool takes no deliveries; while the database takes none either, they are refused: ${getLogMessage(error)}`,
      );
    this.failure = { kind, cause };
  }

  /** A successful probe. It stores no delivery, so it says nothing about the limit. */
  recordProbe(): void {
    if (this.failure?.kind !== 'limit') this.recordSuccess();
  }

  recordDrain(): void {
    if (this.failure?.kind === 'limit') this.recordSuccess();
  }

  recordSuccess(): void {
    if (this.failure !== undefined) this.logger.warn('the spool takes deliveries again');
    this.failure = undefined;
  }
}
