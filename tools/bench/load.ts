import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  /** Sent over and over; a function makes each request its own. */
  readonly body?: string | (() => string);
  readonly method?: 'GET' | 'POST';
  /** Where each request goes instead of to the path of `url`. */
  readonly path?: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Seconds; or until `amount` requests are answered. */
  readonly duration?: number;
  readonly amount?: number;
  /** Requests per second, all connections together; as many as there can be by default. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
}

/** @throws when a request fails: figures of failures are of no use. */
export async function load(given: Load): Promise<LoadResult> {
  const { url, body = '', method = 'POST', path, headers, connections, duration, amount, rate } = given;
  const result = await autocannon({
    url,
    method,
    connections,
    headers: { 'content-type': 'application/json', ...headers },
    ...(typeof body === 'string' && path === undefined
      ? { body }
      : { requests: [{ setupRequest: (request) => ({ ...request, ...requestOf(given) }) }] }),
    ...(amount === undefined ? { duration: duration ?? 5 } : { amount }),
    ...(rate === undefined ? {} : { overallRate: rate }),
  });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} requests to ${new URL(url).origin} failed`);
  return {
    perSecond: result['2xx'] / result.duration,
    requests: result['2xx'],
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

const requestOf = ({ body = '', path }: Load) => ({
  body: typeof body === 'string' ? body : body(),
  ...(path === undefined ? {} : { path: path() }),
});
