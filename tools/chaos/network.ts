import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/** One between processes and a server that can swallow everything without a word: nothing is refused, nothing closed. */
export class Network {
  private readonly joined = new Map<Socket, Socket>();
  private readonly waiting = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly to: number,
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
    for (const [near, far] of this.joined) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  /** @param asIfNothing what was sent meanwhile arrives; otherwise what was connected before is never heard of again */
  mend(asIfNothing: boolean): void {
    this.isCut = false;
    if (asIfNothing) {
      for (const [near, far] of this.joined) near.pipe(far).pipe(near);
      for (const near of this.waiting) this.join(near);
    }
    this.waiting.clear();
  }

  close(): void {
    this.server.close();
    for (const socket of [...this.waiting, ...this.joined.keys(), ...this.joined.values()]) socket.destroy();
  }

  private join(near: Socket): void {
    const far = connect(this.to, HOST);
    this.joined.set(near, far);
    far.on('error', () => undefined);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.once('close', () => {
        this.joined.delete(near);
        other.destroy();
      });
    }
  }
}
