import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  /** Sent over and over; a function makes each request its own. */
  readonly body?: string | (() => string);
  readonly method?: 'GET' | 'POST';
  /** Where requests go in turn, instead of to the path of `url`. */
  readonly paths?: readonly string[];
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
  const { url, method = 'POST', headers, connections, duration, amount, rate } = given;
  const result = await autocannon({
    url,
    method,
    connections,
    headers: { 'content-type': 'application/json', ...headers },
    ...requestsOf(given),
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

/** What can be written down before is: a generator that makes each request anew takes the processor that it measures. */
function requestsOf({ body = '', method = 'POST', headers, paths }: Load): Partial<autocannon.Options> {
  if (typeof body === 'string')
    return paths === undefined ? { body } : { setupClient: inTurn(paths, { body, method, headers }) };
  let turn = 0;
  const path = () => (paths === undefined ? {} : { path: paths[(turn += 1) % paths.length] ?? '' });
  return { requests: [{ setupRequest: (request) => ({ ...request, body: body(), ...path() }) }] };
}

/** Every connection goes through all paths, each from somewhere else on. */
export function inTurn(
  paths: readonly string[],
  request: Pick<Load, 'method' | 'headers'> & { body: string },
) {
  const headers = { 'content-type': 'application/json', ...request.headers };
  const requests = paths.map((path) => ({ method: 'POST' as const, ...request, headers, path }));
  const step = Math.max(1, Math.round(paths.length * 0.382));
  let first = 0;
  return (client: autocannon.Client): void => {
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    first = (first + step) % requests.length;
  };
}
