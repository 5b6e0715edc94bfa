import { Inject, Injectable } from '@nestjs/common';
import { findPendingMigrations, type ContextMigrations } from '../persistence/migrate.js';
import { IngestPool } from '../persistence/pools.js';
import { withTimeout } from '../../kernel/with-timeout.js';
import { DatabaseWriteHealth } from './database-write-health.js';

export const NEEDED_MIGRATIONS = Symbol('needed migrations');

/** Milliseconds to wait for the database. A caller with a short timeout would take the process for hanging. */
const DATABASE_TIMEOUT_MS = 3_000;

/** Why the process is not ready, and which parts it does without. */
export interface ProcessState {
  /** Why the process is not ready; `undefined` if it is. The text is public. */
  readonly obstacle: string | undefined;
  /** Whether the database accepts the writes of the process. */
  readonly database: 'ok' | 'unavailable';
  /** Whether deliveries are in the spool of the process, waiting for the database; `undefined` if it has no spool. */
  readonly spool: 'empty' | 'in_use' | undefined;
}

/** Tells whether this process should get work. It uses the pool for accepting deliveries, so that searches cannot delay it. */
@Injectable()
export class Readiness {
  private isMigrated = false;
  private draining = false;
  private canWorkWithoutDatabase: () => boolean = () => false;
  private getSpoolState: () => ProcessState['spool'] = () => undefined;
  private readonly requirements: (() => string | undefined)[] = [];
  private readonly warnings = new Map<string, () => Promise<string | undefined>>();
  private readonly databaseRequirements: (() => string | undefined)[] = [];

  constructor(
    private readonly pool: IngestPool,
    @Inject(NEEDED_MIGRATIONS) private readonly contexts: readonly ContextMigrations[],
    private readonly writes: DatabaseWriteHealth,
  ) {}

  /** Announces that the process is about to stop: it still answers, but reports that it is not ready. */
  drain(): void {
    this.draining = true;
  }

  /**
   * @param canWork whether the process should get work while the database does not answer
   * @param spoolState the state of the spool of the process; `undefined` if it has none
   */
  setDatabaseFallback(canWork: () => boolean, spoolState: () => ProcessState['spool']): void {
    this.canWorkWithoutDatabase = canWork;
    this.getSpoolState = spoolState;
  }

  /** Adds a requirement: returns why it is not met, or `undefined`. It is called often and must be cheap. */
  addRequirement(obstacle: () => string | undefined): void {
    this.requirements.push(obstacle);
  }

  /** As {@link addRequirement}, for a requirement that cannot be met before the database answers and is migrated. */
  addDatabaseRequirement(obstacle: () => string | undefined): void {
    this.databaseRequirements.push(obstacle);
  }

  /** Adds a part without which the process is ready. @param find returns its state if it does not work */
  addWarning(part: string, find: () => Promise<string | undefined>): void {
    this.warnings.set(part, find);
  }

  /** Returns the states of the parts that do not work although the process is ready. They are public. */
  async findWarnings(): Promise<Readonly<Record<string, string>>> {
    const found = Promise.all([...this.warnings].map(async ([part, find]) => [part, await find()] as const));
    const states = await withTimeout(DATABASE_TIMEOUT_MS, found, 'the answer').catch(() => []);
    return Object.fromEntries(
      states.flatMap(([part, state]) => (state === undefined ? [] : [[part, state]])),
    );
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Returns why the process is not ready; `undefined` if it is. The text is public. */
  async findObstacle(): Promise<string | undefined> {
    return (await this.state()).obstacle;
  }

  async state(): Promise<ProcessState> {
    const spool = this.getSpoolState();
    const unmetRequirement = this.draining ? 'The process is shutting down' : findUnmet(this.requirements);
    if (unmetRequirement !== undefined) return { obstacle: unmetRequirement, database: 'ok', spool };
    const database = await this.checkDatabase();
    const obstacle = database.obstacle ?? findUnmet(this.databaseRequirements);
    return { obstacle, database: database.acceptsWrites ? 'ok' : 'unavailable', spool };
  }

  /** Returns by what the schema is behind this release; `undefined` if it is not. */
  async describeMissingMigrations(): Promise<string | undefined> {
    const pending = await findPendingMigrations(this.pool, this.contexts);
    this.isMigrated = pending.length === 0;
    return this.isMigrated ? undefined : `The database lacks ${pending.length} migrations`;
  }

  private async checkDatabase(): Promise<{ readonly acceptsWrites: boolean; readonly obstacle?: string }> {
    let missingMigrations: string | undefined;
    let obstacle: string | undefined;
    const check = async () => {
      missingMigrations = this.isMigrated ? undefined : await this.describeMissingMigrations();
      obstacle = missingMigrations ?? (await this.writes.findObstacle());
    };
    try {
      await withTimeout(DATABASE_TIMEOUT_MS, check(), 'the answer');
    } catch {
      obstacle = 'The database does not answer';
    }
    if (obstacle === undefined) return { acceptsWrites: true };
    // The spool cannot replace missing migrations.
    const isSpooling = missingMigrations === undefined && this.canWorkWithoutDatabase();
    return isSpooling ? { acceptsWrites: false } : { acceptsWrites: false, obstacle };
  }
}

function findUnmet(requirements: readonly (() => string | undefined)[]): string | undefined {
  return requirements.map((obstacle) => obstacle()).find((each) => each !== undefined);
}
