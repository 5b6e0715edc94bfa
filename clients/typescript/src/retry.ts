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
const READS = /\/(?:search|stat|preview|compare|simulate)$/;
const REFUSED_FOR_NOW = new Set([408, 409, 429, 502, 503]);

/** Sends a request, and retries it after temporary failures. Requests that are not safe to repeat are sent once. */
export async function fetchWithRetries(request: Request, retries: Retries): Promise<Response> {
  const attempts = mayBeRepeated(request) ? retries.attempts : 0;
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt >= attempts;
    // The body of a request can be read only once, so a retry needs a copy.
    const answer = await fetch(last ? request : request.clone()).catch((cause: unknown) => {
      if (request.signal.aborted) throw cause;
      if (last) throw new TocsinUnreachableError(unreachable(request.url, cause), { cause });
      return undefined;
    });
    const delay = delayBefore(answer, attempt, retries);
    if (answer !== undefined && (last || delay === null)) return answer;
    await answer?.body?.cancel();
    await pause(delay ?? 0, request.signal);
  }
}

function mayBeRepeated({ method, url, headers }: Request): boolean {
  return method !== 'POST' || headers.has('idempotency-key') || READS.test(new URL(url).pathname);
}

/** Returns the milliseconds until a retry; `null` if a retry is of no use. */
function delayBefore(answer: Response | undefined, attempt: number, retries: Retries): number | null {
  const backoff =
    Math.min(retries.firstDelayMs * 2 ** attempt, retries.maxDelayMs) * (0.5 + Math.random() / 2);
  if (answer === undefined) return backoff;
  if (!REFUSED_FOR_NOW.has(answer.status)) return null;
  const asked = retryAfter(answer.headers.get('retry-after'));
  // A conflict is temporary only with a `Retry-After`: the first request with the same key is still in progress.
  if (asked === null) return answer.status === 409 || answer.status === 429 ? null : backoff;
  return asked > retries.maxDelayMs ? null : Math.max(asked, backoff);
}

function retryAfter(header: string | null): number | null {
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

export function unreachable(url: string, cause: unknown): string {
  const { cause: inner } = cause as { cause?: { code?: string; message?: string } };
  const why = inner?.code ?? inner?.message ?? (cause instanceof Error ? cause.message : String(cause));
  return `${new URL(url).origin} cannot be reached (${why})`;
}
