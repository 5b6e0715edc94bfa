import { Logger } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

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

  failed(error: unknown): void {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    // Only the code is used: the message of a system error contains the path.
    const cause = typeof code === 'string' ? code : 'see the log';
    const kind = error instanceof SpoolLimitError ? 'limit' : NO_ROOM.has(cause) ? 'room' : 'unusable';
    if (kind !== this.failure?.kind || cause !== this.failure.cause)
      this.logger.error(
        `the spool takes no deliveries; while the database takes none either, they are refused: ${messageOf(error)}`,
      );
    this.failure = { kind, cause };
  }

  /** A successful probe. It stores no delivery, so it says nothing about the limit. */
  probed(): void {
    if (this.failure?.kind !== 'limit') this.worked();
  }

  drained(): void {
    if (this.failure?.kind === 'limit') this.worked();
  }

  worked(): void {
    if (this.failure !== undefined) this.logger.warn('the spool takes deliveries again');
    this.failure = undefined;
  }
}
