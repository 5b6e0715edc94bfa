import { TocsinUnreachableError } from './errors.js';

export interface Retries {
  /** The number of retries after the first request. */
  readonly attempts: number;
  /** Milliseconds before the first retry. The delay doubles with every retry, and is reduced by up to a half at random. */
  readonly firstDelayMs: number;
  /** The longest delay in milliseconds. A response with a longer `Retry-After` is returned to the caller. */
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRIES: Retries = { attempts: 4, firstDelayMs: 200, maxDelayMs: 30_000 };

/** Paths of POST requests that only read, so that they can be repeated. */
const READ_ONLY_PATHS = /\/(?:search|stat|preview|compare|simulate|telling)$/;
const RETRYABLE_STATUSES = new Set([408, 409, 429, 502, 503]);

/** Sends a request, and retries it after temporary failures. Requests that are not safe to repeat are sent once. */
export async function fetchWithRetries(request: Request, retries: Retries): Promise<Response> {
  const attempts = isRepeatable(request) ? retries.attempts : 0;
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= attempts;
    // The body of a request can be read only once, so a retry needs a copy. A copy no longer follows the signal once the
    // garbage collector has run, so the signal is passed on.
    const copy = isLast ? request : request.clone();
    const response = await fetch(copy, { signal: request.signal }).catch((cause: unknown) => {
      if (request.signal.aborted) throw cause;
      if (isLast) throw new TocsinUnreachableError(unreachableMessage(request.url, cause), { cause });
      return undefined;
    });
    const delay = retryDelay(response, attempt, retries);
    if (response !== undefined && (isLast || delay === null)) return response;
    await response?.body?.cancel();
    await pause(delay ?? 0, request.signal);
  }
}

function isRepeatable({ method, url, headers }: Request): boolean {
  return method !== 'POST' || headers.has('idempotency-key') || READ_ONLY_PATHS.test(new URL(url).pathname);
}

/** Returns the milliseconds until a retry; `null` if a retry is of no use. */
function retryDelay(response: Response | undefined, attempt: number, retries: Retries): number | null {
  const backoff =
    Math.min(retries.firstDelayMs * 2 ** attempt, retries.maxDelayMs) * (0.5 + Math.random() / 2);
  if (response === undefined) return backoff;
  if (!RETRYABLE_STATUSES.has(response.status)) return null;
  const requestedMs = parseRetryAfter(response.headers.get('retry-after'));
  // A conflict is temporary only with a `Retry-After`: the first request with the same key is still in progress.
  if (requestedMs === null) return response.status === 409 || response.status === 429 ? null : backoff;
  return requestedMs > retries.maxDelayMs ? null : Math.max(requestedMs, backoff);
}

function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

export function unreachableMessage(url: string, cause: unknown): string {
  const { cause: inner } = cause as { cause?: { code?: string; message?: string } };
  const reason = inner?.code ?? inner?.message ?? (cause instanceof Error ? cause.message : String(cause));
  return `${new URL(url).origin} cannot be reached (${reason})`;
}
