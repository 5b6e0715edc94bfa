import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { getLogMessage } from '../../kernel/error-message.js';
import { isDatabaseUnavailable } from '../persistence/database-unavailable.js';
import { READ_ONLY } from '../persistence/session-settings.js';
import { IngestPool } from '../persistence/pools.js';

/** Milliseconds after a successful write in which the next one is expected to succeed. */
const RECENT_MS = 5_000;
/** Milliseconds between probes that grow a file. */
const PROBE_INTERVAL_MS = 500;
const PROBE_TIMEOUT_MS = 2_000;
/**
 * Milliseconds until a successful probe outweighs a failed write. The cause may be one that no probe meets (a lock, another
 * machine).
 */
const FAILURE_HOLD_MS = 5_000;
const DISK_FULL = '53100';
const WRITE_REFUSED_CODES = new Set([READ_ONLY, DISK_FULL]);

/**
 * A statement that changes nothing, but fails where writes are refused: on a standby to which a connection still leads after
 * a fail-over. The last successful write says nothing about a server that is gone.
 */
const NOOP_WRITE_SQL = `delete from change_log where false`;
/** A transaction with an id is written to disk when it commits. It needs no table and leaves nothing behind. */
const COMMIT_SQL = `${NOOP_WRITE_SQL}; select pg_logical_emit_message(true, 'tocsin', 'probe')`;
/** The name of a table that nobody else sees: it is dropped in the transaction that creates it. */
const PROBE_TABLE = `write_probe_${randomBytes(6).toString('hex')}`;
/**
 * Takes as much space as deliveries need from the disk of the tables. Free space inside existing tables says nothing about
 * that.
 */
const GROW_SQL = `
  create table ${PROBE_TABLE} as select repeat('x', 1000) as filler from generate_series(1, 256);
  drop table ${PROBE_TABLE}`;

interface Failure {
  readonly at: number;
  readonly error: unknown;
  /** Whether a probe has failed too. Then a successful probe shows that the failure is over. */
  readonly hasFailedProbe: boolean;
}

/**
 * Tells whether the database accepts writes of this process: by the result of the last write or, if that is too long ago, by
 * a probe that leaves nothing behind.
 */
@Injectable()
export class DatabaseWriteHealth {
  private readonly logger = new Logger('Database');
  private succeededAt = Number.NEGATIVE_INFINITY;
  private failure: Failure | undefined;
  private loggedCause: string | undefined;
  private probe: Promise<void> | undefined;
  private probedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly pool: IngestPool) {}

  recordSuccess(): void {
    this.succeededAt = performance.now();
    this.failure = undefined;
    if (this.loggedCause !== undefined) this.logger.log('the database takes writes again');
    this.loggedCause = undefined;
  }

  /** Records a failed write. The cause is logged once, until it changes or is over. */
  recordFailure(error: unknown): void {
    this.setFailure(error, false);
  }

  /** Returns why the database accepts no writes; `undefined` if it does. The text is public. Never throws. */
  async findObstacle(): Promise<string | undefined> {
    const isTooEarly = this.isInDoubt && performance.now() - this.probedAt < PROBE_INTERVAL_MS;
    if (!isTooEarly) this.probe ??= this.probeWrite().finally(() => (this.probe = undefined));
    await this.probe;
    return this.failure === undefined ? undefined : describeFailure(this.failure.error);
  }

  private get isInDoubt(): boolean {
    return this.failure !== undefined || this.succeededAt === Number.NEGATIVE_INFINITY;
  }

  private async probeWrite(): Promise<void> {
    const now = performance.now();
    const before = this.failure;
    this.probedAt = now;
    // Growing a file writes catalogue rows, so it is done only if there is a doubt.
    const text = this.isInDoubt ? GROW_SQL : now - this.succeededAt < RECENT_MS ? NOOP_WRITE_SQL : COMMIT_SQL;
    try {
      await this.pool.query({ text, query_timeout: PROBE_TIMEOUT_MS });
    } catch (error) {
      this.setFailure(error, true);
      return;
    }
    // A write that failed during the probe is the better evidence.
    if (this.failure !== before) return;
    const isOver = before !== undefined && (before.hasFailedProbe || now - before.at > FAILURE_HOLD_MS);
    if (isOver || this.succeededAt === Number.NEGATIVE_INFINITY) this.recordSuccess();
  }

  private setFailure(error: unknown, hasFailedProbe: boolean): void {
    this.failure = {
      at: performance.now(),
      error,
      hasFailedProbe: hasFailedProbe || this.failure?.hasFailedProbe === true,
    };
    const cause = getFailureCause(error);
    if (cause !== this.loggedCause)
      this.logger.error(`the database takes no writes: ${getLogMessage(error)}`);
    this.loggedCause = cause;
  }
}

function describeFailure(error: unknown): string {
  const isUnavailable = isDatabaseUnavailable(error) && !WRITE_REFUSED_CODES.has(getErrorCode(error));
  return isUnavailable ? 'The database does not answer' : 'The database takes no writes';
}

function getErrorCode(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Returns the cause without file names and numbers, which differ in every message. */
function getFailureCause(error: unknown): string {
  return `${getErrorCode(error)} ${getLogMessage(error).replaceAll(/"[^"]*"|\d+/g, '')}`;
}
