import type { Verdict } from './domain/verdict.js';
import { NoResponseError, type HttpResponse, type OutgoingHttp } from './outgoing-http.js';
import type { AttemptResult } from './protocol.js';

export interface RenderedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function createJsonRequest(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): RenderedRequest {
  const type = 'application/json; charset=utf-8';
  return { url, headers: { ...headers, 'content-type': type }, body: Buffer.from(JSON.stringify(body)) };
}

/** Sends one request and classifies the response. @param signal a time limit shared by several requests of one attempt */
export async function postAttempt(
  http: OutgoingHttp,
  { url, headers, body }: RenderedRequest,
  classify: (answer: HttpResponse, now: Date) => Verdict,
  signal?: AbortSignal,
): Promise<AttemptResult & { readonly body?: string }> {
  try {
    const response = await http.post(url, headers, body, signal);
    const { status, text } = response;
    return { verdict: classify(response, new Date()), status, answer: text, body: response.body };
  } catch (error) {
    return toFailedResult(error);
  }
}

/** Returns the result of an attempt that ended with a {@link NoResponseError}. @throws any other error */
export function toFailedResult(error: unknown): AttemptResult {
  if (!(error instanceof NoResponseError)) throw error;
  const { message: reason, nothingLeft } = error;
  return { verdict: { outcome: 'retry', reason, nothingLeft }, status: null, answer: null };
}
