import { Inject, Injectable } from '@nestjs/common';
import type { ContextMigrations } from '../persistence/migrate.js';
import { pendingMigrations } from '../persistence/pending-migrations.js';
import { IngestPool } from '../persistence/pools.js';
import { withTimeout } from '../with-timeout.js';
import { DatabaseWrites } from './database-writes.js';

export const NEEDED_MIGRATIONS = Symbol('needed migrations');

/** Milliseconds. Whoever asks does not wait long for the answer, and takes none for a process that hangs. */
const PATIENCE = 3_000;

/** What keeps the process from work, and what it works without. */
export interface ProcessState {
  /** Why it is not ready; `undefined` when it is. Shown to strangers. */
  readonly obstacle: string | undefined;
  /** Whether the database takes what the process writes. */
  readonly database: 'ok' | 'unavailable';
  /** Whether deliveries wait on the disk of the process for the database. */
  readonly spool: 'empty' | 'in_use';
}

/** Whether this process should be given work. It asks where accepting does: searches must not keep it from an answer. */
@Injectable()
export class Readiness {
  private migrated = false;
  private draining = false;
  private worksWithout: () => boolean = () => false;
  private holdsDeliveries: () => boolean = () => false;
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

  /**
   * @param works asked while the database does not answer: whether the process should be given work all the same
   * @param holds whether deliveries wait for the database on the disk of the process
   */
  withoutDatabase(works: () => boolean, holds: () => boolean = () => false): void {
    this.worksWithout = works;
    this.holdsDeliveries = holds;
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
    return (await this.state()).obstacle;
  }

  async state(): Promise<ProcessState> {
    const spool = this.holdsDeliveries() ? 'in_use' : 'empty';
    const unmet = this.draining ? 'The process is shutting down' : firstUnmet(this.requirements);
    if (unmet !== undefined) return { obstacle: unmet, database: 'ok', spool };
    const database = await this.databaseState();
    const obstacle = database.obstacle ?? firstUnmet(this.requirementsAfterDatabase);
    return { obstacle, database: database.takesWrites ? 'ok' : 'unavailable', spool };
  }

  /** What the schema is behind this release by; `undefined` when it is not. */
  async lackOfMigrations(): Promise<string | undefined> {
    const pending = await pendingMigrations(this.pool, this.contexts);
    this.migrated = pending.length === 0;
    return this.migrated ? undefined : `The database lacks ${pending.length} migrations`;
  }

  private async databaseState(): Promise<{ readonly takesWrites: boolean; readonly obstacle?: string }> {
    let lack: string | undefined;
    let obstacle: string | undefined;
    const ask = async () => {
      lack = this.migrated ? undefined : await this.lackOfMigrations();
      obstacle = lack ?? (await this.writes.obstacle());
    };
    try {
      await withTimeout(PATIENCE, ask(), 'the answer');
    } catch {
      obstacle = 'The database does not answer';
    }
    if (obstacle === undefined) return { takesWrites: true };
    // A spool does not help against an old schema.
    const isBridged = lack === undefined && this.worksWithout();
    return isBridged ? { takesWrites: false } : { takesWrites: false, obstacle };
  }
}

function firstUnmet(requirements: readonly (() => string | undefined)[]): string | undefined {
  return requirements.map((obstacle) => obstacle()).find((each) => each !== undefined);
}
