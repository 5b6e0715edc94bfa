import { Logger } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';

/** Milliseconds. Smaller jumps do not matter: leases and lifetimes are longer. */
const MIN_JUMP_MS = 5_000;
/** Milliseconds. After a slower answer it is not known when the clock was read. */
const MAX_ROUND_TRIP_MS = 1_000;

interface ClockRow {
  readonly now: number;
  readonly jumps_ms: number;
}

/**
 * Notices when the clock of the database jumps, compared with the monotonic clock of this process. The times of waiting
 * notifications then move with it, so that they keep what is left of their lifetime. Workers agree by the sum of all jumps.
 */
export class DatabaseClock {
  private readonly logger = new Logger('Notifications');
  /** Milliseconds of the database's clock without its jumps, less those of the monotonic clock. */
  private offset: number | undefined;
  /** The last jump by which this process has moved the times, and the sum of all jumps before that. */
  private moved: { readonly jump: number; readonly before: number } | undefined;

  /** @param monotonic replaced in tests */
  constructor(
    private readonly pool: Pool,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  /**
   * Moves the times of waiting notifications if the clock has jumped since the last call.
   * @returns whether the clock is known now: if not, nothing may be given up by its time
   */
  async follow(): Promise<boolean> {
    const measured = await this.measureJump(this.pool);
    if (measured === undefined) return false;
    if (measured.jump === 0) return true;
    const moved = await inTransaction(this.pool, async (client) => {
      await client.query('select from notification_clock for update');
      // Another worker may have moved them in the meantime.
      const locked = await this.measureJump(client);
      if (locked !== undefined && locked.jump !== 0) await moveWaiting(client, locked.jump);
      return locked;
    });
    if (moved === undefined) return false;
    if (moved.jump === 0) return true;
    this.moved = moved;
    this.logger.warn(
      `the clock of the database jumped by ${Math.round(moved.jump / 1000)} s; the lifetimes of notifications moved with it`,
    );
    return true;
  }

  /**
   * Returns the milliseconds by which the clock has jumped since the last call, and the sum of the jumps before that; `undefined` if
   * that is not known.
   */
  private async measureJump(
    sql: Pool | ClientBase,
  ): Promise<{ readonly jump: number; readonly before: number } | undefined> {
    const begun = this.monotonic();
    const { rows } = await sql.query<ClockRow>({
      name: 'clock and jumps',
      text: `
        select extract(epoch from clock_timestamp())::float8 * 1000 as now, jumps_ms::float8 from notification_clock`,
    });
    const ended = this.monotonic();
    const [row] = rows;
    if (row === undefined || ended - begun > MAX_ROUND_TRIP_MS) return undefined;
    const offset = row.now - row.jumps_ms - (begun + ended) / 2;
    const jump = Math.round(offset - (this.offset ?? offset));
    const measured = { jump, before: row.jumps_ms };
    if (Math.abs(jump) >= MIN_JUMP_MS && !this.hasStoodStill(measured)) return measured;
    // The clocks drift apart slowly.
    this.offset = offset;
    return { ...measured, jump: 0 };
  }

  /**
   * Returns whether the same jump is measured again after another worker moved the times back: then the clock of this process stood
   * still, as it does while a machine is suspended. Otherwise two workers would move all times back and forth.
   */
  private hasStoodStill({ jump, before }: { readonly jump: number; readonly before: number }): boolean {
    const isSame = (a: number, b: number) => Math.abs(a - b) < MIN_JUMP_MS;
    return this.moved !== undefined && isSame(jump, this.moved.jump) && isSame(before, this.moved.before);
  }
}

/** Locks all lanes, in the order of all others that do, before their notifications. */
async function moveWaiting(client: ClientBase, jumpMs: number): Promise<void> {
  const jump = `$1 * interval '1 millisecond'`;
  const statements = [
    // Counted, so that no rows are sent here.
    `select count(*) from (select from notification_lane order by subscription_id, subject_id for update) as locked`,
    `update notification_lane set expires_at = expires_at + ${jump}, next_attempt_at = next_attempt_at + ${jump}`,
    `update notification set expires_at = expires_at + ${jump} where state in ('PENDING', 'HELD')`,
    `update notification_clock set jumps_ms = jumps_ms + $1`,
  ];
  for (const statement of statements) await client.query(statement, statement.includes('$1') ? [jumpMs] : []);
}
