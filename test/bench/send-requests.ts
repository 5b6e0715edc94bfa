import { connect, type Socket } from 'node:net';

interface Duration {
  /** Seconds. */
  readonly duration: number;
  readonly amount?: undefined;
}

/** The number of requests after which the load ends. */
interface RequestAmount {
  readonly amount: number;
  readonly duration?: undefined;
}

export type LoadLimits = (Duration | RequestAmount) & {
  readonly connections: number;
  /** Requests per second of all connections together, sent at the beginning of each second; unlimited by default. */
  readonly rate?: number;
};

export type SendOptions = LoadLimits & {
  readonly origin: string;
  /** Returns the bytes of the next request, see {@link requestBytes}. */
  readonly request: () => Buffer;
  /** @param milliseconds from sending the request to the end of the answer */
  readonly answered: (status: number, milliseconds: number) => void;
};

/** Milliseconds to wait for a response. */
const RESPONSE_TIMEOUT_MS = 10_000;

/**
 * Sends requests over several connections; each waits for the response before it sends again. The load generator shares the
 * processor with the service, and an HTTP library would use up to a third as much CPU as the service itself. Requests are
 * therefore prepared as bytes, and only the status and length of a response are parsed.
 * @returns the duration in seconds
 * @throws when a connection breaks, or a response takes longer than 10 s
 */
export async function sendRequests({
  duration = Infinity,
  amount = Infinity,
  rate = Infinity,
  ...options
}: SendOptions) {
  const startedAt = performance.now();
  const end = startedAt + duration * 1000;
  let remaining = amount;
  let allowedThisSecond = rate;
  const idleConnections: Connection[] = [];
  const connections: Connection[] = [];
  const sendNext = (connection: Connection): void => {
    if (remaining === 0 || performance.now() >= end) return connection.end();
    if (allowedThisSecond < 1) return void idleConnections.push(connection);
    remaining -= 1;
    allowedThisSecond -= 1;
    connection.send();
  };
  const startSecond = (): void => {
    allowedThisSecond = rate;
    for (const connection of idleConnections.splice(0)) sendNext(connection);
  };
  const ticker = setInterval(startSecond, 1000);
  try {
    for (let n = 0; n < options.connections; n += 1) connections.push(new Connection(options, sendNext));
    await Promise.all(connections.map(({ ended }) => ended));
  } finally {
    clearInterval(ticker);
    for (const connection of connections) connection.end();
  }
  return (performance.now() - startedAt) / 1000;
}

class Connection {
  readonly ended: Promise<void>;
  private readonly socket: Socket;
  private sentAt = 0;
  private isClosed = false;
  /** The bytes of a response that is not complete. */
  private partialResponse: Buffer | undefined;

  constructor(
    private readonly options: Pick<SendOptions, 'origin' | 'request' | 'answered'>,
    private readonly sendNext: (connection: Connection) => void,
  ) {
    const { hostname, port } = new URL(options.origin);
    this.socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer: Buffer.alloc(64 * 1024), callback: (length, bytes) => this.read(length, bytes) },
    });
    this.socket.setTimeout(RESPONSE_TIMEOUT_MS, () => this.fail('does not answer'));
    this.socket.on('connect', () => sendNext(this));
    this.ended = new Promise((resolve, reject) => {
      this.socket.on('error', reject);
      this.socket.on('close', () =>
        this.isClosed ? resolve() : reject(this.createError('has closed a connection')),
      );
    });
  }

  send(): void {
    this.sentAt = performance.now();
    this.socket.write(this.options.request());
  }

  end(): void {
    this.isClosed = true;
    this.socket.destroy();
  }

  private fail(reason: string): void {
    this.socket.destroy(this.createError(reason));
  }

  private createError(reason: string): Error {
    return new Error(`${this.options.origin} ${reason}`);
  }

  private read(length: number, bytes: Uint8Array): boolean {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, length);
    const response =
      this.partialResponse === undefined ? chunk : Buffer.concat([this.partialResponse, chunk]);
    const end = response.indexOf(HEADER_END);
    const head = end < 0 ? undefined : parseHead(response.toString('latin1', 0, end));
    if (head === undefined || response.length < end + HEADER_END.length + head.length) {
      // Copied, because the socket writes the next chunk into the same buffer.
      this.partialResponse = Buffer.from(response);
      return true;
    }
    this.partialResponse = undefined;
    if (Number.isNaN(head.length)) {
      this.fail(`answers ${head.status} without a length`);
      return false;
    }
    this.options.answered(head.status, performance.now() - this.sentAt);
    this.sendNext(this);
    return true;
  }
}

const HEADER_END = '\r\n\r\n';
const STATUS_OFFSET = 'HTTP/1.1 '.length;

/** Parses the head of a response. The length is NaN if the response is chunked. */
function parseHead(text: string): { readonly status: number; readonly length: number } {
  return {
    status: Number(text.slice(STATUS_OFFSET, STATUS_OFFSET + 3)),
    length: Number(/^content-length: (\d+)/im.exec(text)?.[1]),
  };
}

/** Returns the bytes of a request. */
export function requestBytes(
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
): Buffer {
  const allHeaders = {
    host: url.host,
    ...headers,
    ...(method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
