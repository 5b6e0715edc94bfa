import type { QueryPool, QueryLimits } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { CursorCodec } from '#shared/query/cursor.js';

/** Creates a query engine outside of an app. */
export function createQueryEngine(pool: QueryPool, limits: Partial<QueryLimits> = {}): QueryEngine {
  return new QueryEngine(pool, new CursorCodec(Buffer.alloc(32, 7)), {
    timeoutMs: 5000,
    countTimeoutMs: 1000,
    waitTimeoutMs: 1000,
    connections: 4,
    ...limits,
  });
}
