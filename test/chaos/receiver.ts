import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtFile } from '../../tools/start/checkout.js';
import { tryPort } from '../../tools/start/ports.js';
import { readArrivals, type Arrival } from './arrivals.js';
import { NetworkProxy } from './network-proxy.js';

const HOST = '127.0.0.1';

/** A receiver of notifications in a child process. */
export class Receiver {
  private child: ChildProcess | undefined;
  private readonly secrets: Record<string, string> = {};

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    /** The network between the workers and the receiver, if there is one. */
    readonly network: NetworkProxy | undefined,
  ) {}

  /** @param hasNetwork whether workers reach it through its own network */
  static async create(folder: string, hasNetwork: boolean): Promise<Receiver> {
    await mkdir(folder);
    const port = await tryPort(HOST, 0);
    const receiver = new Receiver(folder, port, hasNetwork ? await NetworkProxy.start(port) : undefined);
    await writeFile(join(folder, 'arrivals'), '');
    await receiver.start();
    return receiver;
  }

  get url(): string {
    return `http://${HOST}:${this.network?.port ?? this.port}`;
  }

  async start(): Promise<void> {
    this.child = fork(builtFile('test/chaos/receiver-process.js'), [String(this.port), this.folder], {
      // Detached, so that Ctrl-C reaches only the tool, which ends the receivers once all notifications are sent.
      detached: true,
    });
    await once(this.child, 'message');
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Stores the signing secret of a subscription. @param path the path of the subscription */
  async addSecret(path: string, secret: string): Promise<void> {
    this.secrets[path] = secret;
    await writeFile(join(this.folder, 'secrets.json'), JSON.stringify(this.secrets));
  }

  arrivals(): Promise<Arrival[]> {
    return readArrivals(join(this.folder, 'arrivals'));
  }

  async remove(): Promise<void> {
    await this.kill();
    this.network?.close();
  }
}
