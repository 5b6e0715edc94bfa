import { connect } from 'node:net';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { QueryPool } from './pools.js';

/** Why a statement was ended before it was done. */
export type EndedBy = 'time' | 'caller';

export class EndedError extends Error {
  constructor(readonly by: EndedBy) {
    super(`ended by ${by}`);
    this.name = 'EndedError';
  }
}

export interface Limits {
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** What the driver knows of a connection and its types do not tell. */
interface Connected {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
}

const CANCEL_REQUEST = 80_877_102;
const QUERY_CANCELED = '57014';

/**
 * A statement that ends with its time or its caller. Ended from outside by a cancel request, because a time-out of the
 * server's own would cost a round trip each, and a pooler in transaction mode passes no session setting on.
 * @throws EndedError
 */
export async function runCancellable<Row extends QueryResultRow>(
  pool: QueryPool,
  statement: { readonly text: string; readonly values: readonly unknown[] },
  { timeoutMs, signal }: Limits,
): Promise<QueryResult<Row>> {
  if (signal?.aborted) throw new EndedError('caller');
  const client = await pool.connect();
  let ended: EndedBy | undefined;
  let cancelled: Promise<void> | undefined;
  const end = (by: EndedBy) => {
    ended ??= by;
    cancelled ??= cancel(client);
  };
  const onAbort = () => end('caller');
  const timer = setTimeout(() => end('time'), timeoutMs);
  signal?.addEventListener('abort', onAbort);
  let answered: 'done' | 'cancelled' | 'failed' = 'done';
  try {
    // It may have happened while the connection was waited for.
    if (signal?.aborted) throw new EndedError('caller');
    return await client.query<Row>(statement.text, [...statement.values]);
  } catch (error) {
    answered = (error as { code?: unknown }).code === QUERY_CANCELED ? 'cancelled' : 'failed';
    throw ended !== undefined && answered === 'cancelled' ? new EndedError(ended) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await cancelled;
    // A cancel that came too late for this statement would end the next one on this connection.
    client.release(cancelled !== undefined && answered !== 'cancelled');
  }
}

function cancel(client: PoolClient): Promise<void> {
  const { processID, secretKey, host, port } = client as unknown as Connected;
  const request = Buffer.alloc(16);
  for (const [at, word] of [16, CANCEL_REQUEST, processID, secretKey].entries()) {
    request.writeInt32BE(Math.trunc(word) | 0, at * 4);
  }
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.on('connect', () => socket.end(request));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.resume();
  });
}
