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
import { endWhenReadOnly } from './end-when-read-only.js';
import { IngestPool, prepareNothing, QueryPool } from './pools.js';
import { END_WHEN_IDLE } from './in-transaction.js';
import { settleSession } from './session-settings.js';
import { limitTempFiles } from './temp-file-limit.js';
import { ASKS_WHETHER_THERE, endAllWhenSilent, endWhenSilent } from './vanished-server.js';

export interface DatabaseConfig {
  readonly url: string;
  /** The database without a pooler, for LISTEN, the queues and migrations. */
  readonly directUrl: string;
  readonly pools: { readonly ingest: number; readonly management: number; readonly query: number };
  /** Milliseconds without a response after which a statement fails. */
  readonly silenceMs: number;
}

const CONNECT_TIMEOUT = 5_000;
/** Milliseconds while the process stops: less than supervisors wait, including the time to answer senders. */
const STOPPING = { silence: 4_000, connect: 1_000 };

/**
 * Makes PostgreSQL plan each statement once. The statements for accepting and processing are few, and their plans do not
 * depend on the values. By default PostgreSQL may plan them again each time, which takes longer over many partitions than
 * running them. On a cluster, the domain must be known for planning, so the setting is left.
 */
async function planOnce(client: ClientBase): Promise<void> {
  if (await isDistributed(client)) return;
  await client.query({ text: 'set plan_cache_mode = force_generic_plan', query_timeout: CONNECT_TIMEOUT });
}

/**
 * Ends transactions that are idle. A process that vanishes during a change must not hold its locks for hours: all other
 * changes wait for the row of the change counter.
 */
async function endWhenIdle(client: ClientBase): Promise<void> {
  const text = `set ${END_WHEN_IDLE}`;
  await client.query({ text, query_timeout: CONNECT_TIMEOUT });
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

  /** @param startsWithout whether the process can do something while the database is unreachable */
  static forRoot(
    config: DatabaseConfig,
    entities: readonly EntitySchema[],
    startsWithout = false,
  ): DynamicModule {
    const isPooled = config.url !== config.directUrl;
    const attend = async (client: ClientBase) => {
      endWhenSilent(client, config.silenceMs);
      endWhenReadOnly(client);
      await settleSession(client, isPooled, CONNECT_TIMEOUT);
    };
    const attendIngest = async (client: ClientBase) => {
      await attend(client);
      if (!isPooled) await planOnce(client);
    };
    const attendManagement = async (client: ClientBase) => {
      await attend(client);
      if (!isPooled) await endWhenIdle(client);
    };
    const attendQuery = async (client: ClientBase) => {
      await attend(client);
      if (!isPooled) await limitTempFiles(client, CONNECT_TIMEOUT);
    };
    const lasting = { ...ASKS_WHETHER_THERE, onConnect: attend };
    const pool = (max: number) => ({
      connectionString: config.url,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      ...lasting,
    });
    const ready = <P extends Pool>(made: P): P => (isPooled ? made.on('connect', prepareNothing) : made);
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
              connectTimeoutMS: CONNECT_TIMEOUT,
              extra: { ...lasting, onConnect: attendManagement },
              poolErrorHandler: (error: Error) =>
                new Logger('Database').warn(`idle connection lost: ${error.message}`),
            });
            return new DataSourceConnector(dataSource, startsWithout);
          },
        },
        {
          provide: DataSource,
          inject: [DataSourceConnector],
          useFactory: (connector: DataSourceConnector) => connector.connect(),
        },
        {
          provide: IngestPool,
          useFactory: () => ready(new IngestPool({ ...pool(config.pools.ingest), onConnect: attendIngest })),
        },
        {
          provide: QueryPool,
          useFactory: () => ready(new QueryPool({ ...pool(config.pools.query), onConnect: attendQuery })),
        },
        { provide: DirectDatabase, useValue: new DirectDatabase(config.directUrl) },
      ],
      exports: [DataSource, IngestPool, QueryPool, DirectDatabase],
    };
  }

  /** Runs before everything that waits for statements during the shutdown. */
  onModuleDestroy(): void {
    endAllWhenSilent(STOPPING.silence);
    for (const pool of [this.ingest, this.query, this.connector.pool])
      if (pool !== undefined) pool.options.connectionTimeoutMillis = STOPPING.connect;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.connector.close(), this.ingest.end(), this.query.end()]);
  }
}
