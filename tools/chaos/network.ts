import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

const HOST = '127.0.0.1';

interface Joined {
  readonly near: Socket;
  readonly far: Socket;
  readonly there: Transform;
  readonly back: Transform;
}

/**
 * A TCP proxy in front of a server. It can drop all traffic silently (no connection is refused or closed), or delay it.
 */
export class Network {
  /** Additional milliseconds in each direction. */
  delay = 0;
  /** The last thousand failures of connections to the server. */
  readonly failures: string[] = [];
  private readonly joined = new Set<Joined>();
  private readonly waiting = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private to: number,
  ) {
    server.on('connection', (near) => {
      near.on('error', () => undefined);
      if (this.isCut) this.waiting.add(near.pause());
      else this.join(near);
    });
  }

  static async before(port: number): Promise<Network> {
    const server = createServer().listen(0, HOST);
    await once(server, 'listening');
    return new Network(server, port);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    this.isCut = true;
    for (const { near, far, there, back } of this.joined) {
      near.unpipe(there).pause();
      far.unpipe(back).pause();
    }
  }

  /** @param asIfNothing `true` delivers what was sent meanwhile; otherwise connections from before stay silent for ever */
  mend(asIfNothing: boolean): void {
    this.isCut = false;
    if (asIfNothing) {
      for (const { near, far, there, back } of this.joined) {
        near.pipe(there);
        far.pipe(back);
      }
      for (const near of this.waiting) this.join(near);
    }
    this.waiting.clear();
  }

  /** Switches to another server and breaks all connections. */
  turnTo(port: number): void {
    this.to = port;
    for (const { near } of this.joined) near.destroy();
  }

  close(): void {
    this.server.close();
    for (const socket of [...this.waiting, ...[...this.joined].flatMap(({ near, far }) => [near, far])])
      socket.destroy();
  }

  private join(near: Socket): void {
    const far = connect(this.to, HOST);
    far.on('error', ({ message }) => {
      this.failures.push(`${new Date().toISOString()} ${message}`);
      if (this.failures.length > 1_000) this.failures.shift();
    });
    const joined = { near, far, there: this.delaying(), back: this.delaying() };
    this.joined.add(joined);
    near.pipe(joined.there).pipe(far);
    far.pipe(joined.back).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.once('close', () => {
        this.joined.delete(joined);
        other.destroy();
      });
    }
  }

  private delaying(): Transform {
    const queue: { readonly due: number; readonly work: () => void }[] = [];
    let timer: NodeJS.Timeout | undefined;
    const run = () => {
      timer = undefined;
      while (queue[0] !== undefined && queue[0].due <= performance.now()) queue.shift()?.work();
      const [next] = queue;
      if (next !== undefined) timer = setTimeout(run, next.due - performance.now());
    };
    // A queue keeps the order of chunks even when the delay gets shorter.
    const later = (work: () => void) => {
      queue.push({ due: performance.now() + this.delay, work });
      if (timer === undefined) run();
    };
    return new Transform({
      transform(chunk, _encoding, done) {
        later(() => this.destroyed || this.push(chunk));
        done();
      },
      flush: (done) => later(done),
    });
  }
}
