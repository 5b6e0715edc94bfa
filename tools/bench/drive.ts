import { connect, type Socket } from 'node:net';

interface Duration {
  /** Seconds. */
  readonly duration: number;
  readonly amount?: undefined;
}

/** The number of requests after which the load ends. */
interface Amount {
  readonly amount: number;
  readonly duration?: undefined;
}

export type Extent = (Duration | Amount) & {
  readonly connections: number;
  /** Requests per second of all connections together, sent at the beginning of each second; unlimited by default. */
  readonly rate?: number;
};

export type Drive = Extent & {
  readonly origin: string;
  /** Returns the bytes of the next request, see {@link requestBytes}. */
  readonly request: () => Buffer;
  /** @param milliseconds from sending the request to the end of the answer */
  readonly answered: (status: number, milliseconds: number) => void;
};

/** Milliseconds to wait for a response. */
const PATIENCE = 10_000;

/**
 * Sends requests over several connections; each waits for the response before it sends again. The load generator shares the
 * processor with the service, and an HTTP library would use up to a third as much CPU as the service itself. Requests are
 * therefore prepared as bytes, and only the status and length of a response are parsed.
 * @returns the duration in seconds
 * @throws when a connection breaks, or a response takes longer than 10 s
 */
export async function drive({ duration = Infinity, amount = Infinity, rate = Infinity, ...given }: Drive) {
  const began = performance.now();
  const end = began + duration * 1000;
  let left = amount;
  let allowed = rate;
  const resting: Connection[] = [];
  const connections: Connection[] = [];
  const goOn = (connection: Connection): void => {
    if (left === 0 || performance.now() >= end) return connection.end();
    if (allowed < 1) return void resting.push(connection);
    left -= 1;
    allowed -= 1;
    connection.send();
  };
  const beginSecond = (): void => {
    allowed = rate;
    for (const connection of resting.splice(0)) goOn(connection);
  };
  const seconds = setInterval(beginSecond, 1000);
  try {
    for (let n = 0; n < given.connections; n += 1) connections.push(new Connection(given, goOn));
    await Promise.all(connections.map(({ ended }) => ended));
  } finally {
    clearInterval(seconds);
    for (const connection of connections) connection.end();
  }
  return (performance.now() - began) / 1000;
}

class Connection {
  readonly ended: Promise<void>;
  private readonly socket: Socket;
  private sentAt = 0;
  private over = false;
  /** The bytes of a response that is not complete. */
  private begun: Buffer | undefined;

  constructor(
    private readonly given: Pick<Drive, 'origin' | 'request' | 'answered'>,
    private readonly goOn: (connection: Connection) => void,
  ) {
    const { hostname, port } = new URL(given.origin);
    this.socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer: Buffer.alloc(64 * 1024), callback: (length, bytes) => this.read(length, bytes) },
    });
    this.socket.setTimeout(PATIENCE, () => this.fail('does not answer'));
    this.socket.on('connect', () => goOn(this));
    this.ended = new Promise((resolve, reject) => {
      this.socket.on('error', reject);
      this.socket.on('close', () => (this.over ? resolve() : reject(this.broken('has closed a connection'))));
    });
  }

  send(): void {
    this.sentAt = performance.now();
    this.socket.write(this.given.request());
  }

  end(): void {
    this.over = true;
    this.socket.destroy();
  }

  private fail(how: string): void {
    this.socket.destroy(this.broken(how));
  }

  private broken(how: string): Error {
    return new Error(`${this.given.origin} ${how}`);
  }

  private read(length: number, bytes: Uint8Array): boolean {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, length);
    const answer = this.begun === undefined ? piece : Buffer.concat([this.begun, piece]);
    const end = answer.indexOf(HEAD_END);
    const head = end < 0 ? undefined : headOf(answer.toString('latin1', 0, end));
    if (head === undefined || answer.length < end + HEAD_END.length + head.length) {
      // Copied, because the socket writes the next chunk into the same buffer.
      this.begun = Buffer.from(answer);
      return true;
    }
    this.begun = undefined;
    if (Number.isNaN(head.length)) {
      this.fail(`answers ${head.status} without a length`);
      return false;
    }
    this.given.answered(head.status, performance.now() - this.sentAt);
    this.goOn(this);
    return true;
  }
}

const HEAD_END = '\r\n\r\n';
const STATUS = 'HTTP/1.1 '.length;

/** Parses the head of a response. The length is NaN if the response is chunked. */
function headOf(text: string): { readonly status: number; readonly length: number } {
  return {
    status: Number(text.slice(STATUS, STATUS + 3)),
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
  const all = {
    host: url.host,
    ...headers,
    ...(method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
