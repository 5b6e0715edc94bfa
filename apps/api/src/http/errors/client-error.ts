import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { getProblemType } from './problem.js';
import { createRequestId } from '../responses/server-hooks.js';

/** Answers requests that cannot be parsed as HTTP. They reach no route, so the response is written to the socket. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const instance = createRequestId();
  const problem = {
    type: getProblemType('ERROR_INVALID_PARAMETER'),
    title,
    status,
    detail: title,
    instance,
    code: 'ERROR_INVALID_PARAMETER',
  };
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${instance}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
