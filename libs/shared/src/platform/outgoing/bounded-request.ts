import { request as overHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as overHttps, type RequestOptions } from 'node:https';

export class AnswerTooLongError extends Error {}

export interface BoundedRequest extends Pick<RequestOptions, 'method' | 'agent'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Aborts the request and the reading of the response. */
  readonly signal: AbortSignal;
  /** The maximum bytes of the response. */
  readonly longestAnswer: number;
}

export interface BoundedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends a request and reads the whole response. Redirects are not followed.
 * @throws AnswerTooLongError; the reason of the signal, which is a TimeoutError (DOMException) for a timeout; Node's error if
 * there is no connection
 */
export async function boundedRequest(
  target: URL,
  { method, agent, headers, body, signal, longestAnswer }: BoundedRequest,
): Promise<BoundedAnswer> {
  const request = target.protocol === 'http:' ? overHttp : overHttps;
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const length = content && { 'content-length': content.length };
      const sent = request(target, { method, agent, signal, headers: { ...headers, ...length } });
      sent.once('response', resolve).on('error', reject).end(content);
    });
    const text = await textOf(answer, longestAnswer);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

async function textOf(answer: IncomingMessage, longest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes > longest) throw new AnswerTooLongError(`the answer is longer than ${longest} bytes`);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    answer.destroy();
    throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}
