import { Inject, Injectable } from '@nestjs/common';
import type { ContextMigrations } from '../persistence/migrate.js';
import { pendingMigrations } from '../persistence/pending-migrations.js';
import { IngestPool } from '../persistence/pools.js';
import { within } from '../within.js';

export const NEEDED_MIGRATIONS = Symbol('needed migrations');

/** Milliseconds. Whoever asks does not wait long for the answer, and takes none for a process that hangs. */
const PATIENCE = 3_000;

/** A standby that a connection was left on after a fail-over answers, and takes nothing. */
const READ_ONLY = {
  text: `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only`,
  query_timeout: 2_000,
};

/** Whether this process should be given work. It asks where accepting does: searches must not keep it from an answer. */
@Injectable()
export class Readiness {
  private migrated = false;
  private draining = false;
  private worksWithout: () => boolean = () => false;
  private readonly requirements: (() => string | undefined)[] = [];

  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(NEEDED_MIGRATIONS) private readonly contexts: readonly ContextMigrations[],
  ) {}

  /** The process is about to stop: it still answers, and says that it is not ready. */
  drain(): void {
    this.draining = true;
  }

  /** Asked while the database does not answer: whether the process should be given work all the same. */
  withoutDatabase(works: () => boolean): void {
    this.worksWithout = works;
  }

  /** Something else that must be as it should: why it is not, or `undefined`. Asked often; must cost nothing. */
  require(obstacle: () => string | undefined): void {
    this.requirements.push(obstacle);
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Why the process is not ready; `undefined` when it is. Shown to strangers. */
  async obstacle(): Promise<string | undefined> {
    if (this.draining) return 'The process is shutting down';
    const unmet = this.requirements.map((obstacle) => obstacle()).find((each) => each !== undefined);
    return unmet ?? (await this.databaseObstacle());
  }

  private async databaseObstacle(): Promise<string | undefined> {
    try {
      return await within(PATIENCE, this.askDatabase(), 'the answer');
    } catch {
      if (this.worksWithout()) return undefined;
      return 'The database does not answer';
    }
  }

  private async askDatabase(): Promise<string | undefined> {
    if (this.migrated) {
      const { rows } = await this.pool.query<{ read_only: boolean }>(READ_ONLY);
      return rows[0]?.read_only && !this.worksWithout() ? 'The database takes no writes' : undefined;
    }
    const pending = await pendingMigrations(this.pool, this.contexts);
    this.migrated = pending.length === 0;
    return this.migrated ? undefined : `The database lacks ${pending.length} migrations`;
  }
}
