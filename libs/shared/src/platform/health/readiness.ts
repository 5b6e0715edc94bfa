import { Inject, Injectable } from '@nestjs/common';
import type { ContextMigrations } from '../persistence/migrate.js';
import { pendingMigrations } from '../persistence/pending-migrations.js';
import { QueryPool } from '../persistence/pools.js';

export const NEEDED_MIGRATIONS = Symbol('needed migrations');

/** Whether this process should be given work. */
@Injectable()
export class Readiness {
  private migrated = false;
  private draining = false;
  private worksWithout: () => boolean = () => false;

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

  get isDraining(): boolean {
    return this.draining;
  }

  /** Why the process is not ready; `undefined` when it is. Shown to strangers. */
  async obstacle(): Promise<string | undefined> {
    if (this.draining) return 'The process is shutting down';
    try {
      if (this.migrated) {
        await this.pool.query('select 1');
        return undefined;
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
