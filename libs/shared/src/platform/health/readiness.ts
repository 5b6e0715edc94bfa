import { Inject, Injectable } from '@nestjs/common';
import type { ContextMigrations } from '../persistence/migrate.js';
import { pendingMigrations } from '../persistence/pending-migrations.js';
import { QueryPool } from '../persistence/pools.js';

export const NEEDED_MIGRATIONS = Symbol('needed migrations');

/** A standby that a connection was left on after a fail-over answers, and takes nothing. */
const READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only`;

/** Whether this process should be given work. */
@Injectable()
export class Readiness {
  private migrated = false;
  private draining = false;
  private worksWithout: () => boolean = () => false;
  private readonly requirements: (() => string | undefined)[] = [];

  constructor(
    @Inject(QueryPool) private readonly pool: QueryPool,
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
      if (this.migrated) {
        const { rows } = await this.pool.query<{ read_only: boolean }>(READ_ONLY);
        return rows[0]?.read_only && !this.worksWithout() ? 'The database takes no writes' : undefined;
      }
      const pending = await pendingMigrations(this.pool, this.contexts);
      this.migrated = pending.length === 0;
      return this.migrated ? undefined : `The database lacks ${pending.length} migrations`;
    } catch {
      if (this.worksWithout()) return undefined;
      return 'The database does not answer';
    }
  }
}
