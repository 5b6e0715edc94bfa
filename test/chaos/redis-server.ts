import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryPort } from '../../tools/start/ports.js';

/** A Redis server without persistence: a restart has the effect of FLUSHALL. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(folder: string): Promise<RedisServer> {
    const server = new RedisServer(folder, await tryPort('127.0.0.1', 0));
    await server.launch();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async flushAll(): Promise<void> {
    await this.sendCommand('FLUSHALL');
  }

  async restart(downtimeMs: number): Promise<void> {
    await this.stop();
    await sleep(downtimeMs);
    await this.launch();
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private async launch(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder];
    const child = spawn('redis-server', [...options, '--save', '', '--maxmemory-policy', 'noeviction'], {
      stdio: 'ignore',
    });
    const failed = new Promise<never>((_, reject) => {
      child.once('error', (cause) =>
        reject(new Error('redis-server cannot be run: is it installed?', { cause })),
      );
    });
    this.child = child;
    for (
      const deadline = Date.now() + 10_000;
      (await Promise.race([this.sendCommand('PING'), failed])) !== '+PONG';
    ) {
      if (Date.now() > deadline) throw new Error('redis-server does not answer');
      await sleep(20);
    }
  }

  private sendCommand(text: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(`${text}\r\n`));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString().trim());
      });
      socket.once('error', () => resolve(''));
    });
  }
}
