import { Logger } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';

/** The number of recent writes that count: enough that a single slow one does not matter, few enough to react quickly. */
const MAX_SAMPLES = 5;
const MEDIAN_FACTOR = 4;
const MAX_FACTOR = 8;
/** Milliseconds. Less than the driver's timeout of a statement. */
const MAX_TIMEOUT_MS = 4_000;

/**
 * How long a write to the database may take before the spool takes the deliveries. A database that is slow but steady
 * gets more time. Otherwise everything would go through the spool permanently.
 */
export class SpoolTimeout {
  private readonly samples: number[] = [];

  /** @param minMs milliseconds */
  constructor(private readonly minMs: number) {}

  /** @param milliseconds the duration of a successful write */
  observe(milliseconds: number): void {
    this.samples.push(milliseconds);
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
  }

  /** The median duration of a write in milliseconds; 0 if not known yet. */
  get median(): number {
    return this.samples.toSorted((a, b) => a - b)[Math.floor(this.samples.length / 2)] ?? 0;
  }

  get milliseconds(): number {
    const maxMs = Math.max(this.minMs, Math.min(MAX_TIMEOUT_MS, this.minMs * MAX_FACTOR));
    return Math.min(maxMs, Math.max(this.minMs, this.median * MEDIAN_FACTOR));
  }
}

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
