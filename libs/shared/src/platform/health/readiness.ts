import { Inject, Injectable } from '@nestjs/common';
import type { ContextMigrations } from '../persistence/migrate.js';
import { pendingMigrations } from '../persistence/pending-migrations.js';
import { IngestPool } from '../persistence/pools.js';
import { withTimeout } from '../with-timeout.js';
import { DatabaseWrites } from './database-writes.js';

export const NEEDED_MIGRATIONS = Symbol('needed migrations');

/** Milliseconds. Whoever asks does not wait long for the answer, and takes none for a process that hangs. */
const PATIENCE = 3_000;

/** Whether this process should be given work. It asks where accepting does: searches must not keep it from an answer. */
@Injectable()
export class Readiness {
  private migrated = false;
  private draining = false;
  private worksWithout: () => boolean = () => false;
  private readonly requirements: (() => string | undefined)[] = [];
  private readonly requirementsAfterDatabase: (() => string | undefined)[] = [];

  constructor(
    private readonly pool: IngestPool,
    @Inject(NEEDED_MIGRATIONS) private readonly contexts: readonly ContextMigrations[],
    private readonly writes: DatabaseWrites,
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

  /** As {@link require}, for what cannot be as it should before the database answers and is migrated. */
  requireAfterDatabase(obstacle: () => string | undefined): void {
    this.requirementsAfterDatabase.push(obstacle);
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Why the process is not ready; `undefined` when it is. Shown to strangers. */
  async obstacle(): Promise<string | undefined> {
    if (this.draining) return 'The process is shutting down';
    return (
      firstUnmet(this.requirements) ??
      (await this.databaseObstacle()) ??
      firstUnmet(this.requirementsAfterDatabase)
    );
  }

  /** What the schema is behind this release by; `undefined` when it is not. */
  async lackOfMigrations(): Promise<string | undefined> {
    const pending = await pendingMigrations(this.pool, this.contexts);
    this.migrated = pending.length === 0;
    return this.migrated ? undefined : `The database lacks ${pending.length} migrations`;
  }

  private async databaseObstacle(): Promise<string | undefined> {
    try {
      return await withTimeout(PATIENCE, this.askDatabase(), 'the answer');
    } catch {
      if (this.worksWithout()) return undefined;
      return 'The database does not answer';
    }
  }

  private async askDatabase(): Promise<string | undefined> {
    const lack = this.migrated ? undefined : await this.lackOfMigrations();
    if (lack !== undefined) return lack;
    const obstacle = await this.writes.obstacle();
    return this.worksWithout() ? undefined : obstacle;
  }
}

function firstUnmet(requirements: readonly (() => string | undefined)[]): string | undefined {
  return requirements.map((obstacle) => obstacle()).find((each) => each !== undefined);
}
