import { sendRequests, requestBytes, type SendOptions, type LoadLimits } from './send-requests.js';
import { createRequestTemplate } from './request-template.js';
import { quantiles } from './statistics.js';

export interface RequestOptions {
  readonly url: string;
  /** Bodies to send in turn. `UNIQUE_PLACEHOLDER` in a body is replaced by new digits for each request. A function creates each body. */
  readonly body?: string | readonly string[] | (() => string);
  readonly method?: 'GET' | 'POST';
  /** Paths to send to in turn, instead of the path of `url`. */
  readonly paths?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export type Load = RequestOptions & LoadLimits;

export interface LoadResult {
  readonly perSecond: number;
  readonly requests: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** @throws when a request fails: failed requests must not count in the figures */
export async function runLoad(options: Load): Promise<LoadResult> {
  const { origin } = new URL(options.url);
  const latencies: number[] = [];
  let failed = 0;
  const answered = (status: number, milliseconds: number): void => {
    latencies.push(milliseconds);
    if (status < 200 || status > 299) failed += 1;
  };
  const seconds = await sendRequests({
    ...options,
    origin,
    request: createRequestGenerator(options),
    answered,
  });
  if (failed > 0) throw new Error(`${failed} requests to ${origin} failed`);
  const [p50 = Number.NaN, p99 = Number.NaN] = quantiles(latencies, [0.5, 0.99]);
  return { perSecond: latencies.length / seconds, requests: latencies.length, p50, p99 };
}

/** Returns a generator of requests. All connections share it, so that the load is spread evenly over the paths. */
export function createRequestGenerator({
  url,
  body = '',
  method = 'POST',
  headers,
  paths = [url],
}: RequestOptions): SendOptions['request'] {
  const encodeRequest = (path: string, text: string): Buffer =>
    requestBytes(method, new URL(path, url), { 'content-type': 'application/json', ...headers }, text);
  let sent = 0;
  if (typeof body === 'function') return () => encodeRequest(paths[(sent += 1) % paths.length] ?? '', body());
  const bodies = [body].flat();
  const templates = Array.from({ length: Math.max(paths.length, bodies.length) }, (_, n) =>
    createRequestTemplate(encodeRequest(paths[n % paths.length] ?? '', bodies[n % bodies.length] ?? '')),
  );
  return () => (templates[(sent += 1) % templates.length] as () => Buffer)();
}
