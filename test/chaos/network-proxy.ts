import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

const HOST = '127.0.0.1';

interface ProxiedConnection {
  readonly near: Socket;
  readonly far: Socket;
  readonly there: Transform;
  readonly back: Transform;
}

/**
 * A TCP proxy in front of a server. It can drop all traffic silently (no connection is refused or closed), or delay it.
 */
export class NetworkProxy {
  /** Additional milliseconds in each direction. */
  delay = 0;
  /** The last thousand failures of connections to the server. */
  readonly failures: string[] = [];
  private readonly connections = new Set<ProxiedConnection>();
  private readonly pendingSockets = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private targetPort: number,
  ) {
    server.on('connection', (near) => {
      near.on('error', () => undefined);
      if (this.isCut) this.pendingSockets.add(near.pause());
      else this.forward(near);
    });
  }

  static async start(port: number): Promise<NetworkProxy> {
    const server = createServer().listen(0, HOST);
    await once(server, 'listening');
    return new NetworkProxy(server, port);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.isCut = true;
    for (const { near, far, there, back } of this.connections) {
      near.unpipe(there).pause();
      far.unpipe(back).pause();
    }
  }

  /** @param resumeTraffic `true` delivers what was sent meanwhile; otherwise connections from before stay silent for ever */
  restore(resumeTraffic: boolean): void {
    this.isCut = false;
    if (resumeTraffic) {
      for (const { near, far, there, back } of this.connections) {
        near.pipe(there);
        far.pipe(back);
      }
      for (const near of this.pendingSockets) this.forward(near);
    }
    this.pendingSockets.clear();
  }

  /** Switches to another server and breaks all connections. */
  switchTo(port: number): void {
    this.targetPort = port;
    for (const { near } of this.connections) near.destroy();
  }

  close(): void {
    this.server.close();
    for (const socket of [
      ...this.pendingSockets,
      ...[...this.connections].flatMap(({ near, far }) => [near, far]),
    ])
      socket.destroy();
  }

  private forward(near: Socket): void {
    const far = connect(this.targetPort, HOST);
    far.on('error', ({ message }) => {
      this.failures.push(`${new Date().toISOString()} ${message}`);
      if (this.failures.length > 1_000) this.failures.shift();
    });
    const connection = { near, far, there: this.createDelay(), back: this.createDelay() };
    this.connections.add(connection);
    near.pipe(connection.there).pipe(far);
    far.pipe(connection.back).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.once('close', () => {
        this.connections.delete(connection);
        other.destroy();
      });
    }
  }

  private createDelay(): Transform {
    const queue: { readonly due: number; readonly work: () => void }[] = [];
    let timer: NodeJS.Timeout | undefined;
    const runDue = () => {
      timer = undefined;
      while (queue[0] !== undefined && queue[0].due <= performance.now()) queue.shift()?.work();
      const [next] = queue;
      if (next !== undefined) timer = setTimeout(runDue, next.due - performance.now());
    };
    // A queue keeps the order of chunks even when the delay gets shorter.
    const enqueue = (work: () => void) => {
      queue.push({ due: performance.now() + this.delay, work });
      if (timer === undefined) runDue();
    };
    return new Transform({
      transform(chunk, _encoding, done) {
        enqueue(() => this.destroyed || this.push(chunk));
        done();
      },
      flush: (done) => enqueue(done),
    });
  }
}
