import { connect } from 'node:net';
import {
  Query,
  type FieldDef,
  type PoolClient,
  type QueryArrayConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import type { QueryPool } from './pools.js';

/** Why a statement was cancelled. */
export type EndReason = 'time' | 'caller';

export class EndedError extends Error {
  constructor(readonly by: EndReason) {
    super(`ended by ${by}`);
    this.name = 'EndedError';
  }
}

/** A row as the database sends it, with every value as text. */
export type TextRow = readonly (string | null)[];

export interface RunOptions {
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Receives the rows one by one as they arrive, until it returns false. The result then has no rows, so that a page is not
   * in memory twice.
   */
  readonly onRow?: (row: TextRow, columns: readonly FieldDef[]) => boolean;
}

/** Members of a connection that the types of the driver leave out. */
interface ConnectedClient {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
}

const CANCEL_REQUEST = 80_877_102;
export const QUERY_CANCELED = '57014';
/** Milliseconds to wait until the server has cancelled a statement. A server that is gone never answers. */
const CANCEL_TIMEOUT_MS = 2_000;
const NO_RESPONSE = new Error('the server does not answer');

/**
 * Runs a statement that is cancelled after its time limit or when the caller is gone. It is cancelled by a cancel request,
 * because a timeout of the server would cost a round trip for each statement, and a pooler in transaction mode does not pass
 * session settings on.
 * @throws EndedError
 */
export async function runCancellable<Row extends QueryResultRow>(
  pool: QueryPool,
  statement: { readonly text: string; readonly values: readonly unknown[] },
  { timeoutMs, signal, onRow }: RunOptions,
): Promise<QueryResult<Row>> {
  if (signal?.aborted) throw new EndedError('caller');
  const client = await pool.connect();
  let endReason: EndReason | 'reader' | undefined;
  let cancellation: Promise<void> | undefined;
  let cancelTimer: NodeJS.Timeout | undefined;
  const noResponse = Promise.withResolvers<never>();
  const endStatement = (by: EndReason | 'reader') => {
    endReason ??= by;
    cancellation ??= sendCancelRequest(client);
    cancelTimer ??= setTimeout(() => noResponse.reject(NO_RESPONSE), CANCEL_TIMEOUT_MS);
  };
  const onAbort = () => endStatement('caller');
  const timer = setTimeout(() => endStatement('time'), timeoutMs);
  signal?.addEventListener('abort', onAbort);
  let outcome: 'done' | 'cancelled' | 'failed' = 'done';
  try {
    // The caller may have gone while the request waited for a connection.
    if (signal?.aborted) throw new EndedError('caller');
    const { text, values } = statement;
    const execution = onRow
      ? streamRows<Row>(client, { text, values: [...values] }, onRow, () => endStatement('reader'))
      : client.query<Row>(text, [...values]);
    return await Promise.race([execution, noResponse.promise]);
  } catch (error) {
    outcome = (error as { code?: unknown }).code === QUERY_CANCELED ? 'cancelled' : 'failed';
    if (endReason === undefined || (outcome !== 'cancelled' && error !== NO_RESPONSE)) throw error;
    if (endReason === 'reader') return { command: '', rowCount: null, oid: 0, fields: [], rows: [] };
    throw new EndedError(endReason);
  } finally {
    clearTimeout(timer);
    clearTimeout(cancelTimer);
    signal?.removeEventListener('abort', onAbort);
    await cancellation;
    // The connection is closed if a cancel request came too late for this statement, because it would cancel the next one; or
    // if there is no answer, because the statement is still running.
    client.release(cancellation !== undefined && outcome !== 'cancelled');
  }
}

const AS_TEXT = { getTypeParser: () => (value: string) => value };

function streamRows<Row extends QueryResultRow>(
  client: PoolClient,
  statement: { readonly text: string; readonly values: unknown[] },
  onRow: NonNullable<RunOptions['onRow']>,
  stop: () => void,
): Promise<QueryResult<Row>> {
  const config: QueryArrayConfig = { ...statement, rowMode: 'array', types: AS_TEXT };
  return new Promise((resolve, reject) => {
    const query = new Query<TextRow & Row>(config);
    let isDone = false;
    query.on('row', (row, result) => {
      // Some rows are still in transit when the statement is cancelled.
      if (isDone) return;
      try {
        isDone = !onRow(row, result?.fields ?? []);
      } catch (error) {
        // An error thrown into the driver would end the process.
        isDone = true;
        reject(error);
      }
      if (isDone) stop();
    });
    query.on('error', reject);
    query.on('end', resolve);
    client.query(query);
  });
}

function sendCancelRequest(client: PoolClient): Promise<void> {
  const { processID, secretKey, host, port } = client as unknown as ConnectedClient;
  const request = Buffer.alloc(16);
  for (const [at, word] of [16, CANCEL_REQUEST, processID, secretKey].entries()) {
    request.writeInt32BE(Math.trunc(word) | 0, at * 4);
  }
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.on('connect', () => socket.end(request));
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.resume();
  });
}
