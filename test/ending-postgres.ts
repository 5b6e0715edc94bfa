import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const HOST = '127.0.0.1';
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** The error of a connection that `pg_terminate_backend` ends. */
const FATAL = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

/** The error of a server that recovers after a crash. */
const STARTING = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P03',
  M: 'the database system is starting up',
});

/**
 * A proxy in front of PostgreSQL. While `ending`, it ends each new connection in the packet that reports ready; while
 * `starting`, it refuses connections.
 */
export class EndingPostgres {
  /** The number of connections that it ended. */
  ended = 0;
  ending = false;
  /** The number of connections that it refused. */
  refused = 0;
  starting = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    private readonly to: URL,
  ) {
    server.on('connection', (near) => this.join(near));
  }

  static async before(url: string): Promise<EndingPostgres> {
    const server = createServer().listen(0, HOST);
    await once(server, 'listening');
    return new EndingPostgres(server, new URL(url));
  }

  get url(): string {
    const url = new URL(this.to);
    url.hostname = HOST;
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Breaks all connections. */
  breakAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.breakAll();
    this.server.close();
    await once(this.server, 'close');
  }

  private refuse(near: Socket): void {
    near.on('error', () => undefined);
    near.once('data', () => {
      this.refused += 1;
      near.end(STARTING);
    });
  }

  private join(near: Socket): void {
    if (this.starting) return this.refuse(near);
    const far = connect(Number(this.to.port), this.to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
    near.on('data', (bytes) => far.write(bytes));
    const { ending } = this;
    far.on('data', (bytes: Buffer) => {
      if (!ending || !bytes.includes(READY_FOR_QUERY)) return void near.write(bytes);
      this.ended += 1;
      near.end(Buffer.concat([bytes, FATAL]));
    });
  }
}

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = Object.entries(fields).map(([code, value]) => `${code}${value}\0`);
  const bytes = Buffer.from(`E\0\0\0\0${body.join('')}\0`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}
