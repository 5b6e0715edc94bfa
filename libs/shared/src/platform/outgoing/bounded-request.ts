import { request as overHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as overHttps, type RequestOptions } from 'node:https';

export class ResponseTooLargeError extends Error {}

export interface BoundedRequest extends Pick<RequestOptions, 'method' | 'agent'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Aborts the request and the reading of the response. */
  readonly signal: AbortSignal;
  /** The maximum bytes of the response. */
  readonly maxResponseBytes: number;
}

export interface BoundedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request and reads the whole response. Redirects are not followed.
 * @throws ResponseTooLargeError; the reason of the signal, which is a TimeoutError (DOMException) for a timeout; Node's error if
 * there is no connection
 */
export async function sendBoundedRequest(
  target: URL,
  { method, agent, headers, body, signal, maxResponseBytes }: BoundedRequest,
): Promise<BoundedResponse> {
  const request = target.protocol === 'http:' ? overHttp : overHttps;
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const length = content && { 'content-length': content.length };
      const clientRequest = request(target, { method, agent, signal, headers: { ...headers, ...length } });
      clientRequest.once('response', resolve).on('error', reject).end(content);
    });
    const text = await readText(response, maxResponseBytes);
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw new ResponseTooLargeError(`the answer is longer than ${maxBytes} bytes`);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    response.destroy();
    throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}
