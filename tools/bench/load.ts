import { drive, requestBytes, type Drive, type Extent } from './drive.js';
import { requestTemplate } from './request-template.js';
import { quantiles } from './statistics.js';

export interface Requests {
  readonly url: string;
  /** Bodies to send in turn. `UNIQUE` in a body is replaced by new digits for each request. A function creates each body. */
  readonly body?: string | readonly string[] | (() => string);
  readonly method?: 'GET' | 'POST';
  /** Paths to send to in turn, instead of the path of `url`. */
  readonly paths?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export type Load = Requests & Extent;

export interface LoadResult {
  readonly perSecond: number;
  readonly requests: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** @throws when a request fails: failed requests must not count in the figures */
export async function load(given: Load): Promise<LoadResult> {
  const { origin } = new URL(given.url);
  const waits: number[] = [];
  let failed = 0;
  const answered = (status: number, milliseconds: number): void => {
    waits.push(milliseconds);
    if (status < 200 || status > 299) failed += 1;
  };
  const seconds = await drive({ ...given, origin, request: requestsOf(given), answered });
  if (failed > 0) throw new Error(`${failed} requests to ${origin} failed`);
  const [p50 = Number.NaN, p99 = Number.NaN] = quantiles(waits, [0.5, 0.99]);
  return { perSecond: waits.length / seconds, requests: waits.length, p50, p99 };
}

/** Returns a generator of requests. All connections share it, so that the load is spread evenly over the paths. */
export function requestsOf({
  url,
  body = '',
  method = 'POST',
  headers,
  paths = [url],
}: Requests): Drive['request'] {
  const bytesOf = (path: string, text: string): Buffer =>
    requestBytes(method, new URL(path, url), { 'content-type': 'application/json', ...headers }, text);
  let sent = 0;
  if (typeof body === 'function') return () => bytesOf(paths[(sent += 1) % paths.length] ?? '', body());
  const bodies = [body].flat();
  const templates = Array.from({ length: Math.max(paths.length, bodies.length) }, (_, n) =>
    requestTemplate(bytesOf(paths[n % paths.length] ?? '', bodies[n % bodies.length] ?? '')),
  );
  return () => (templates[(sent += 1) % templates.length] as () => Buffer)();
}
