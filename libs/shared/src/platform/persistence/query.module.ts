import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CursorCodec } from '../../query/cursor.js';
import { QueryLimits } from './pools.js';
import { QueryEngine } from './query-engine.js';

const MAX_WAIT_MS = 10_000;

export interface QueryOptions {
  readonly timeoutMs: number;
  /** Connections of the query pool. */
  readonly connections: number;
  /** 32 bytes, from which the key that signs cursors is derived. */
  readonly secret: Buffer;
  /** The previous secret, while it is being replaced. */
  readonly oldSecret: Buffer | null;
}

/** Provides the engine for lists and stats of every context, on the query pool. */
@Global()
@Module({})
export class QueryModule {
  static forRoot({ timeoutMs, connections, secret, oldSecret }: QueryOptions): DynamicModule {
    const countTimeoutMs = Math.min(1000, timeoutMs);
    // A domain that has no connection gets the next one: at the latest when the slowest list ends.
    const waitTimeoutMs = Math.min(MAX_WAIT_MS, timeoutMs + countTimeoutMs);
    const limits: QueryLimits = { timeoutMs, connections, countTimeoutMs, waitTimeoutMs };
    return {
      module: QueryModule,
      providers: [
        {
          provide: CursorCodec,
          useFactory: () => new CursorCodec(secret, ...(oldSecret ? [oldSecret] : [])),
        },
        { provide: QueryLimits, useValue: limits },
        QueryEngine,
      ],
      exports: [QueryEngine],
    };
  }
}
