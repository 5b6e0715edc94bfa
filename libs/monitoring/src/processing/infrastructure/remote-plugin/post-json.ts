import { request as overHttp, type Agent, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { REMOTE_TERMS, type RemoteAnswer } from '#senders/plugin-api/remote-plugin.js';

export class TooLongError extends Error {}

/** One POST and its whole answer, within one time. Redirects are answers like any other. @throws TooLongError */
export async function postJson(
  target: URL,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
  json: string,
  timeoutMs: number,
): Promise<RemoteAnswer> {
  const request = target.protocol === 'http:' ? overHttp : overHttps;
  const body = Buffer.from(json);
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(target, {
      method: 'POST',
      agent,
      signal,
      headers: {
        ...headers,
        'content-length': body.length,
        'user-agent': 'tocsin',
        accept: 'application/json',
      },
    });
    sent.once('response', resolve).on('error', (error) => reject(signal.aborted ? signal.reason : error));
    sent.end(body);
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes > REMOTE_TERMS.longestAnswer)
        throw new TooLongError('the remote plugin answered with more than 4 MiB');
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    answer.destroy();
    throw signal.aborted ? signal.reason : error;
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
}
