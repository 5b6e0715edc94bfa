import { Inject, Injectable } from '@nestjs/common';
import type { ContextMigrations } from '../persistence/migrate.js';
import { pendingMigrations } from '../persistence/pending-migrations.js';
import { IngestPool } from '../persistence/pools.js';
import { withTimeout } from '../with-timeout.js';
import { DatabaseWrites } from './database-writes.js';

export const NEEDED_MIGRATIONS = Symbol('needed migrations');

/** Milliseconds to wait for the database. A caller with a short timeout would take the process for hanging. */
const PATIENCE = 3_000;

/** Why the process is not ready, and which parts it does without. */
export interface ProcessState {
  /** Why the process is not ready; `undefined` if it is. The text is public. */
  readonly obstacle: string | undefined;
  /** Whether the database accepts the writes of the process. */
  readonly database: 'ok' | 'unavailable';
  /** Whether deliveries are in the spool of the process, waiting for the database. */
  readonly spool: 'empty' | 'in_use';
}

/** Tells whether this process should get work. It uses the pool for accepting deliveries, so that searches cannot delay it. */
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

  /** Announces that the process is about to stop: it still answers, but reports that it is not ready. */
  drain(): void {
    this.draining = true;
  }

  /**
   * @param works whether the process should get work while the database does not answer
   * @param holds whether deliveries are in the spool of the process
   */
  withoutDatabase(works: () => boolean, holds: () => boolean = () => false): void {
    this.worksWithout = works;
    this.holdsDeliveries = holds;
  }

  /** Adds a requirement: returns why it is not met, or `undefined`. It is called often and must be cheap. */
  require(obstacle: () => string | undefined): void {
    this.requirements.push(obstacle);
  }

  /** As {@link require}, for a requirement that cannot be met before the database answers and is migrated. */
  requireAfterDatabase(obstacle: () => string | undefined): void {
    this.requirementsAfterDatabase.push(obstacle);
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Returns why the process is not ready; `undefined` if it is. The text is public. */
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

  /** Returns by what the schema is behind this release; `undefined` if it is not. */
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
    // The spool cannot replace missing migrations.
    const isBridged = lack === undefined && this.worksWithout();
    return isBridged ? { takesWrites: false } : { takesWrites: false, obstacle };
  }
}

function firstUnmet(requirements: readonly (() => string | undefined)[]): string | undefined {
  return requirements.map((obstacle) => obstacle()).find((each) => each !== undefined);
}
