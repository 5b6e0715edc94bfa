import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const HOST = '127.0.0.1';
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** The error of a connection that `pg_terminate_backend` ends. */
const TERMINATED_ERROR = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

/** The error of a server that recovers after a crash. */
const STARTING_ERROR = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P03',
  M: 'the database system is starting up',
});

/**
 * A proxy in front of PostgreSQL. While `isEnding`, it ends each new connection in the packet that reports ready; while
 * `isStarting`, it refuses connections.
 */
export class PostgresFaultProxy {
  /** The number of connections that it ended. */
  endedCount = 0;
  isEnding = false;
  /** The number of connections that it refused. */
  refusedCount = 0;
  isStarting = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    private readonly target: URL,
  ) {
    server.on('connection', (clientSocket) => this.forward(clientSocket));
  }

  static async start(url: string): Promise<PostgresFaultProxy> {
    const server = createServer().listen(0, HOST);
    await once(server, 'listening');
    return new PostgresFaultProxy(server, new URL(url));
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = HOST;
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Breaks all connections. */
  breakConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.breakConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private refuse(clientSocket: Socket): void {
    clientSocket.on('error', () => undefined);
    clientSocket.once('data', () => {
      this.refusedCount += 1;
      clientSocket.end(STARTING_ERROR);
    });
  }

  private forward(clientSocket: Socket): void {
    if (this.isStarting) return this.refuse(clientSocket);
    const serverSocket = connect(Number(this.target.port), this.target.hostname);
    for (const [one, other] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
    clientSocket.on('data', (bytes) => serverSocket.write(bytes));
    const { isEnding } = this;
    serverSocket.on('data', (bytes: Buffer) => {
      if (!isEnding || !bytes.includes(READY_FOR_QUERY)) return void clientSocket.write(bytes);
      this.endedCount += 1;
      clientSocket.end(Buffer.concat([bytes, TERMINATED_ERROR]));
    });
  }
}

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = Object.entries(fields).map(([code, value]) => `${code}${value}\0`);
  const bytes = Buffer.from(`E\0\0\0\0${body.join('')}\0`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}
