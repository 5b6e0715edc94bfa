import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../kernel/message-of.js';
import { isDatabaseUnavailable } from '../persistence/database-unavailable.js';
import { READ_ONLY } from '../persistence/end-when-read-only.js';
import { IngestPool } from '../persistence/pools.js';

/** Milliseconds after a successful write in which the next one is expected to succeed. */
const RECENT = 5_000;
/** Milliseconds between probes that grow a file. */
const PROBE_EVERY = 500;
const PROBE_TIMEOUT = 2_000;
/**
 * Milliseconds until a successful probe outweighs a failed write. The cause may be one that no probe meets (a lock, another
 * machine).
 */
const UNSEEN = 5_000;
const DISK_FULL = '53100';
const TAKES_NO_WRITES = new Set([READ_ONLY, DISK_FULL]);

/**
 * A statement that changes nothing, but fails where writes are refused: on a standby to which a connection still leads after
 * a fail-over. The last successful write says nothing about a server that is gone.
 */
const ANSWER = `delete from change_log where false`;
/** A transaction with an id is written to disk when it commits. It needs no table and leaves nothing behind. */
const COMMIT = `${ANSWER}; select pg_logical_emit_message(true, 'tocsin', 'probe')`;
/** The name of a table that nobody else sees: it is dropped in the transaction that creates it. */
const PROBE = `write_probe_${randomBytes(6).toString('hex')}`;
/**
 * Takes as much space as deliveries need from the disk of the tables. Free space inside existing tables says nothing about
 * that.
 */
const GROW = `
  create table ${PROBE} as select repeat('x', 1000) as filler from generate_series(1, 256);
  drop table ${PROBE}`;

interface Failure {
  readonly at: number;
  readonly error: unknown;
  /** Whether a probe has failed too. Then a successful probe shows that the failure is over. */
  readonly seen: boolean;
}

/**
 * Tells whether the database accepts writes of this process: by the result of the last write or, if that is too long ago, by
 * a probe that leaves nothing behind.
 */
@Injectable()
export class DatabaseWrites {
  private readonly logger = new Logger('Database');
  private succeededAt = Number.NEGATIVE_INFINITY;
  private failure: Failure | undefined;
  private told: string | undefined;
  private probe: Promise<void> | undefined;
  private probedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly pool: IngestPool) {}

  succeeded(): void {
    this.succeededAt = performance.now();
    this.failure = undefined;
    if (this.told !== undefined) this.logger.log('the database takes writes again');
    this.told = undefined;
  }

  /** Records a failed write. The cause is logged once, until it changes or is over. */
  failed(error: unknown): void {
    this.fail(error, false);
  }

  /** Returns why the database accepts no writes; `undefined` if it does. The text is public. Never throws. */
  async obstacle(): Promise<string | undefined> {
    const isTooEarly = this.isInDoubt && performance.now() - this.probedAt < PROBE_EVERY;
    if (!isTooEarly) this.probe ??= this.tryToWrite().finally(() => (this.probe = undefined));
    await this.probe;
    return this.failure === undefined ? undefined : inWords(this.failure.error);
  }

  private get isInDoubt(): boolean {
    return this.failure !== undefined || this.succeededAt === Number.NEGATIVE_INFINITY;
  }

  private async tryToWrite(): Promise<void> {
    const now = performance.now();
    const before = this.failure;
    this.probedAt = now;
    // Growing a file writes catalogue rows, so it is done only if there is a doubt.
    const text = this.isInDoubt ? GROW : now - this.succeededAt < RECENT ? ANSWER : COMMIT;
    try {
      await this.pool.query({ text, query_timeout: PROBE_TIMEOUT });
    } catch (error) {
      this.fail(error, true);
      return;
    }
    // A write that failed during the probe is the better evidence.
    if (this.failure !== before) return;
    const isOver = before !== undefined && (before.seen || now - before.at > UNSEEN);
    if (isOver || this.succeededAt === Number.NEGATIVE_INFINITY) this.succeeded();
  }

  private fail(error: unknown, seen: boolean): void {
    this.failure = { at: performance.now(), error, seen: seen || this.failure?.seen === true };
    const cause = causeOf(error);
    if (cause !== this.told) this.logger.error(`the database takes no writes: ${messageOf(error)}`);
    this.told = cause;
  }
}

function inWords(error: unknown): string {
  const isAway = isDatabaseUnavailable(error) && !TAKES_NO_WRITES.has(codeOf(error));
  return isAway ? 'The database does not answer' : 'The database takes no writes';
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Returns the cause without file names and numbers, which differ in every message. */
function causeOf(error: unknown): string {
  return `${codeOf(error)} ${messageOf(error).replaceAll(/"[^"]*"|\d+/g, '')}`;
}
