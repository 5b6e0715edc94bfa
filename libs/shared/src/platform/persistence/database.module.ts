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
  /** Past any pooler, for LISTEN, the queues and migrations. */
  readonly directUrl: string;
  readonly pools: { readonly ingest: number; readonly management: number; readonly query: number };
  /** Milliseconds without a word from the server after which a statement has failed. */
  readonly silenceMs: number;
}

const CONNECT_TIMEOUT = 5_000;
/** Milliseconds, while the process stops: less than supervisors wait, with what still is to be told to senders. */
const STOPPING = { silence: 4_000, connect: 1_000 };

/**
 * The statements of accepting and processing are few, and their plans do not depend on what is asked. Left to itself
 * PostgreSQL may plan one anew each time, which takes longer over many partitions than carrying it out. Several machines
 * must know the domain to plan for.
 */
async function planOnce(client: ClientBase): Promise<void> {
  if (await isDistributed(client)) return;
  await client.query({ text: 'set plan_cache_mode = force_generic_plan', query_timeout: CONNECT_TIMEOUT });
}

/**
 * A process that vanishes in the middle of a change must not hold what it locked for hours: that of one row all other
 * changes wait for.
 */
async function endWhenIdle(client: ClientBase): Promise<void> {
  const text = `set ${END_WHEN_IDLE}`;
  await client.query({ text, query_timeout: CONNECT_TIMEOUT });
}

/** The DataSource (management) and the pools of a process. Entities come from the contexts. */
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
      // Without a listener a connection that breaks ends the process: an idle one tells its pool, one in use itself.
      pool.on('error', (error) => logger.warn(`idle connection lost: ${error.message}`));
      pool.on('connect', (client) =>
        client.on('error', (error) => logger.warn(`connection lost: ${error.message}`)),
      );
    }
  }

  /** @param startsWithout whether the process has something to do while the database cannot be reached yet */
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

  /** Before everything that waits for a statement while the process stops. */
  onModuleDestroy(): void {
    endAllWhenSilent(STOPPING.silence);
    for (const pool of [this.ingest, this.query, this.connector.pool])
      if (pool !== undefined) pool.options.connectionTimeoutMillis = STOPPING.connect;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.connector.close(), this.ingest.end(), this.query.end()]);
  }
}
