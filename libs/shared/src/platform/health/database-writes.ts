import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../kernel/message-of.js';
import { isDatabaseUnavailable } from '../persistence/database-unavailable.js';
import { READ_ONLY } from '../persistence/end-when-read-only.js';
import { IngestPool } from '../persistence/pools.js';

/** Milliseconds for which a write that succeeded shows that the next one will. */
const RECENT = 5_000;
/** Milliseconds between probes that grow a file. */
const PROBE_EVERY = 500;
const PROBE_TIMEOUT = 2_000;
/** Milliseconds after a failure that the probe does not see (a lock, another machine) until it is believed. */
const UNSEEN = 5_000;
const DISK_FULL = '53100';
const TAKES_NO_WRITES = new Set([READ_ONLY, DISK_FULL]);

/**
 * Changes nothing, and is refused where nothing may be changed: by a standby that a connection was left on after a
 * fail-over. Of a server that is gone the last write tells nothing.
 */
const ANSWER = `delete from change_log where false`;
/** A transaction that takes an id is written to disk when it commits. It needs no table and leaves nothing. */
const COMMIT = `${ANSWER}; select pg_logical_emit_message(true, 'tocsin', 'probe')`;
/** Nobody else sees it: it is dropped in the transaction that makes it. */
const PROBE = `write_probe_${randomBytes(6).toString('hex')}`;
/** As much room as deliveries need, from the disk of the tables: what a table has free inside says nothing about that. */
const GROW = `
  create table ${PROBE} as select repeat('x', 1000) as filler from generate_series(1, 256);
  drop table ${PROBE}`;

interface Failure {
  readonly at: number;
  readonly error: unknown;
  /** Whether a probe has failed as well, so that one that succeeds shows that it is over. */
  readonly seen: boolean;
}

/**
 * Whether the database takes what this process writes: by what became of the last write, and where there was none for a
 * while by one that leaves nothing behind.
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

  /** The cause is logged once, until it is another one or is over. */
  failed(error: unknown): void {
    this.fail(error, false);
  }

  /** Why it takes none; `undefined` when it does. Shown to strangers. Never throws. */
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
    // Growing a file costs rows of the catalogue, so that it is done only where there is a doubt.
    const text = this.isInDoubt ? GROW : now - this.succeededAt < RECENT ? ANSWER : COMMIT;
    try {
      await this.pool.query({ text, query_timeout: PROBE_TIMEOUT });
    } catch (error) {
      this.fail(error, true);
      return;
    }
    // A write that failed meanwhile knows better.
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

/** Without the names of files and the numbers in a message, which are other ones each time. */
function causeOf(error: unknown): string {
  return `${codeOf(error)} ${messageOf(error).replaceAll(/"[^"]*"|\d+/g, '')}`;
}
