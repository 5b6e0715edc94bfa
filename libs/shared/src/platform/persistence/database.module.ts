import {
  Global,
  Inject,
  Logger,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource, type EntitySchema } from 'typeorm';
import type { ClientBase, Pool } from 'pg';
import { DirectDatabase } from './direct-database.js';
import { isDistributed } from './distribution.js';
import { DataSourceConnector } from './data-source-connector.js';
import { IngestPool, prepareNothing, QueryPool } from './pools.js';
import { END_WHEN_IDLE } from './in-transaction.js';
import { ASKS_WHETHER_THERE, endWhenSilent } from './vanished-server.js';

export interface DatabaseConfig {
  readonly url: string;
  /** Past any pooler, for LISTEN, the queues and migrations. */
  readonly directUrl: string;
  readonly pools: { readonly ingest: number; readonly management: number; readonly query: number };
  /** Milliseconds without a word from the server after which a statement has failed. */
  readonly silenceMs: number;
}

const CONNECT_TIMEOUT = 5_000;

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
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(DataSourceConnector) private readonly connector: DataSourceConnector,
    @Inject(IngestPool) private readonly ingest: IngestPool,
    @Inject(QueryPool) private readonly query: QueryPool,
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
    const attend = (client: ClientBase) => endWhenSilent(client, config.silenceMs);
    const attendIngest = (client: ClientBase) => {
      attend(client);
      return isPooled ? undefined : planOnce(client);
    };
    const attendManagement = (client: ClientBase) => {
      attend(client);
      return isPooled ? undefined : endWhenIdle(client);
    };
    const lasting = { ...ASKS_WHETHER_THERE, onConnect: attend };
    const pool = (max: number) => ({
      connectionString: config.url,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      ...lasting,
    });
    const isPooled = config.url !== config.directUrl;
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
        { provide: QueryPool, useFactory: () => ready(new QueryPool(pool(config.pools.query))) },
        { provide: DirectDatabase, useValue: new DirectDatabase(config.directUrl) },
      ],
      exports: [DataSource, IngestPool, QueryPool, DirectDatabase],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.connector.close(), this.ingest.end(), this.query.end()]);
  }
}
