import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFile } from '../../tools/start/checkout.js';
import type { Received } from './notify-receiver.js';

/** A receiver of notifications in a child process. */
export class NotifyReceiver {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<NotifyReceiver> {
    const child = fork(builtFile('test/bench/notify-receiver.js'));
    const [port] = (await once(child, 'message')) as [number];
    return new NotifyReceiver(child, `http://127.0.0.1:${port}/hook`);
  }

  /** Waits for this number of requests, returns their figures and resets the receiver. */
  async waitForRequests(count: number): Promise<Received> {
    while ((await this.sendQuery<number>('count')) < count) await sleep(50);
    return this.sendQuery<Received>('all');
  }

  urlFor(path: string): string {
    return new URL(path, this.url).href;
  }

  stop(): void {
    this.child.kill();
  }

  private async sendQuery<T>(question: string): Promise<T> {
    const answer = once(this.child, 'message');
    this.child.send(question);
    return ((await answer) as [T])[0];
  }
}

export const perSecond = ({ count, first, last }: Received): number => count / ((last - first) / 1_000);
