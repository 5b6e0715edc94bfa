import {
  Global,
  Logger,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DataSource, type EntitySchema } from 'typeorm';
import type { ClientBase, Pool } from 'pg';
import { DirectDatabase } from './direct-database.js';
import { isDistributed } from './distribution.js';
import { DataSourceConnector } from './data-source-connector.js';
import {
  endWhenReadOnly,
  applySessionSettings,
  KEEP_ALIVE_OPTIONS,
  setAllResponseTimeouts,
  setResponseTimeout,
  limitTempFiles,
} from './session-settings.js';
import { RecordLimits } from './record-limits.js';
import { IngestPool, disableNamedStatements, QueryPool } from './pools.js';
import { IDLE_TIMEOUT_SETTING } from './in-transaction.js';

export interface DatabaseConfig {
  readonly url: string;
  /** The database without a pooler, for LISTEN, the queues and migrations. */
  readonly directUrl: string;
  readonly pools: { readonly ingest: number; readonly management: number; readonly query: number };
  readonly recordLimits: ConstructorParameters<typeof RecordLimits>[0];
  /** Milliseconds without a response after which a statement fails. */
  readonly silenceMs: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds while the process stops: less than supervisors wait, including the time to answer senders. */
const SHUTDOWN_TIMEOUTS = { silence: 4_000, connect: 1_000 };

/**
 * Makes PostgreSQL plan each statement once. The statements for accepting and processing are few, and their plans do not
 * depend on the values. By default PostgreSQL may plan them again each time, which takes longer over many partitions than
 * running them. On a cluster, the domain must be known for planning, so the setting is left.
 */
async function forceGenericPlans(client: ClientBase): Promise<void> {
  if (await isDistributed(client)) return;
  await client.query({ text: 'set plan_cache_mode = force_generic_plan', query_timeout: CONNECT_TIMEOUT_MS });
}

/**
 * Ends transactions that are idle. A process that vanishes during a change must not hold its locks for hours: all other
 * changes wait for the row of the change counter.
 */
async function setIdleTimeout(client: ClientBase): Promise<void> {
  const text = `set ${IDLE_TIMEOUT_SETTING}`;
  await client.query({ text, query_timeout: CONNECT_TIMEOUT_MS });
}

/** Provides the DataSource (management) and the pools of a process. Contexts contribute the entities. */
@Global()
@Module({})
export class DatabaseModule implements OnModuleDestroy, OnApplicationShutdown {
  constructor(
    private readonly connector: DataSourceConnector,
    private readonly ingest: IngestPool,
    private readonly query: QueryPool,
  ) {
    const logger = new Logger('Database');
    for (const pool of [ingest, query]) {
      // Without a listener, a broken connection ends the process. An idle connection reports to its pool, one in use by
      // itself.
      pool.on('error', (error) => logger.warn(`idle connection lost: ${error.message}`));
      pool.on('connect', (client) =>
        client.on('error', (error) => logger.warn(`connection lost: ${error.message}`)),
      );
    }
  }

  /** @param canStartWithoutDatabase whether the process can do something while the database is unreachable */
  static forRoot(
    config: DatabaseConfig,
    entities: readonly EntitySchema[],
    canStartWithoutDatabase = false,
  ): DynamicModule {
    const isPooled = config.url !== config.directUrl;
    const prepareConnection = async (client: ClientBase) => {
      setResponseTimeout(client, config.silenceMs);
      endWhenReadOnly(client);
      await applySessionSettings(client, isPooled, CONNECT_TIMEOUT_MS);
    };
    const prepareIngest = async (client: ClientBase) => {
      await prepareConnection(client);
      if (!isPooled) await forceGenericPlans(client);
    };
    const prepareManagement = async (client: ClientBase) => {
      await prepareConnection(client);
      if (!isPooled) await setIdleTimeout(client);
    };
    const prepareQuery = async (client: ClientBase) => {
      await prepareConnection(client);
      if (!isPooled) await limitTempFiles(client, CONNECT_TIMEOUT_MS);
    };
    const connectionOptions = { ...KEEP_ALIVE_OPTIONS, onConnect: prepareConnection };
    const createPoolOptions = (max: number) => ({
      connectionString: config.url,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...connectionOptions,
    });
    const withoutNamedStatements = <P extends Pool>(made: P): P =>
      isPooled ? made.on('connect', disableNamedStatements) : made;
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: DataSourceConnector,
          useFactory: () => {
            const dataSource = new DataSource({
              type: 'postgres',
              url: config.url,
              entities: [...entities],
              poolSize: config.pools.management,
              connectTimeoutMS: CONNECT_TIMEOUT_MS,
              extra: { ...connectionOptions, onConnect: prepareManagement },
              poolErrorHandler: (error: Error) =>
                new Logger('Database').warn(`idle connection lost: ${error.message}`),
            });
            return new DataSourceConnector(dataSource, canStartWithoutDatabase);
          },
        },
        {
          provide: DataSource,
          inject: [DataSourceConnector],
          useFactory: (connector: DataSourceConnector) => connector.connect(),
        },
        {
          provide: IngestPool,
          useFactory: () =>
            withoutNamedStatements(
              new IngestPool({ ...createPoolOptions(config.pools.ingest), onConnect: prepareIngest }),
            ),
        },
        {
          provide: QueryPool,
          useFactory: () =>
            withoutNamedStatements(
              new QueryPool({ ...createPoolOptions(config.pools.query), onConnect: prepareQuery }),
            ),
        },
        { provide: RecordLimits, useValue: new RecordLimits(config.recordLimits) },
        { provide: DirectDatabase, useValue: new DirectDatabase(config.directUrl) },
      ],
      exports: [DataSource, IngestPool, QueryPool, DirectDatabase, RecordLimits],
    };
  }

  /** Runs before everything that waits for statements during the shutdown. */
  onModuleDestroy(): void {
    setAllResponseTimeouts(SHUTDOWN_TIMEOUTS.silence);
    for (const pool of [this.ingest, this.query, this.connector.pool])
      if (pool !== undefined) pool.options.connectionTimeoutMillis = SHUTDOWN_TIMEOUTS.connect;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.connector.close(), this.ingest.end(), this.query.end()]);
  }
}
