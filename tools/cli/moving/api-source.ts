import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '#shared/kernel/json.js';
import { FailedError, UsageError } from '../explain.js';
import { progressBar } from '../print.js';
import type { Fields } from './source-file.js';

const TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 5;
const MAX_WAIT_MS = 300_000;
const MAX_PAGES = 1000;

/** The API of another system. Nothing but GET is sent to it. */
export interface ApiSource {
  /** Returns the body of a response. @param path with the query, or a whole address of the same API */
  get(path: string): Promise<Fields>;
}

interface ApiOptions {
  readonly address: string;
  /** The environment variable that has the key. */
  readonly keyName: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
}

/** @throws UsageError if the key is missing, or would be sent in the clear */
export function openApi({ address, keyName, headers }: ApiOptions): ApiSource {
  const key = process.env[keyName];
  if (key === undefined || key === '') throw new UsageError(`the environment variable ${keyName} is not set`);
  if (!/^[\x21-\x7E]+$/.test(key))
    throw new UsageError(`${keyName} is no key: it has spaces or other characters`);
  const url = URL.parse(address.endsWith('/') ? address : `${address}/`);
  if (url === null)
    throw new UsageError(`--api must be an address like https://api.example.com, not ${address}`);
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new UsageError('--api must begin with https://, because the key is sent to it');
  return {
    get: async (path) => {
      const target = new URL(path.replace(/^\//, ''), url);
      // A page that leads elsewhere must not get the key.
      if (target.origin !== url.origin)
        throw new FailedError(`error: ${url.host} names a page on ${target.host}`);
      const text = await request(target, headers(key), keyName);
      try {
        const body: unknown = JSON.parse(text);
        if (isObject(body)) return body;
      } catch {
        // Told below.
      }
      throw new FailedError(`error: ${target.host}${target.pathname} answered no JSON object`);
    },
  };
}

async function request(
  target: URL,
  headers: Readonly<Record<string, string>>,
  keyName: string,
): Promise<string> {
  const place = `${target.host}${target.pathname}`;
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(target, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      const { message, cause } = error as Error;
      throw new FailedError(
        `error: no response from ${place}: ${cause instanceof Error ? cause.message : message}`,
      );
    });
    if (response.ok) return response.text();
    await response.body?.cancel();
    const { status } = response;
    if (status === 401 || status === 403)
      throw new FailedError(
        `error: ${place} refused the key in ${keyName} (${status}): use one that may read everything`,
      );
    const wait =
      (status === 429 || status >= 500) && attempt < MAX_ATTEMPTS ? readWait(response, attempt) : undefined;
    if (wait === undefined)
      throw new FailedError(`error: ${place} answered ${status}; nothing was changed, try again later`);
    await sleep(wait);
  }
}

/** Returns how long to wait in milliseconds; `undefined` if that is too long. */
function readWait({ headers }: Response, attempt: number): number | undefined {
  const after = headers.get('retry-after') ?? headers.get('ratelimit-reset');
  if (after === null) return 500 * 2 ** attempt;
  const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) || wait > MAX_WAIT_MS ? undefined : Math.max(wait, 0);
}

/** Reads all pages of a list. @param next returns the path of the next page */
export async function readPages(
  api: ApiSource,
  first: string,
  items: (page: Fields) => readonly unknown[],
  next: (page: Fields, count: number) => string | undefined,
): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  let path: string | undefined = first;
  for (let page = 0; path !== undefined && page < MAX_PAGES; page += 1) {
    const body: Fields = await api.get(path);
    found.push(...items(body).filter(isObject));
    path = next(body, found.length);
  }
  return found;
}

/** Reads several lists one after the other, with a progress bar. */
export async function readLists(
  lists: Readonly<Record<string, () => Promise<readonly Fields[]>>>,
): Promise<Fields> {
  const bar = progressBar('lists', Object.keys(lists).length);
  const found: Record<string, readonly Fields[]> = {};
  try {
    for (const [name, read] of Object.entries(lists)) {
      found[name] = await read();
      bar.increment();
    }
  } finally {
    bar.stop();
  }
  return found;
}
