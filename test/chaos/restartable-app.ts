import type { App } from '#shared/platform/config/config.js';
import { AppProcess } from '../../tools/start/app-process.js';

/** An app that can be stopped and started again under the same address. */
export class RestartableApp {
  private child: AppProcess | undefined;
  private output = '';

  constructor(
    readonly app: App,
    readonly url: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child?.isRunning === true;
  }

  get logs(): string {
    return this.output;
  }

  /** @param extraEnv additional settings for this start */
  async start(extraEnv: NodeJS.ProcessEnv = {}): Promise<void> {
    this.child = AppProcess.start({
      app: this.app,
      env: { ...this.env, ...extraEnv },
      readyUrl: `${this.url}/health/ready`,
      preload: 'test/chaos/process-faults.js',
      onOutput: (text) => (this.output = (this.output + text).slice(-1_000_000)),
    });
    await this.child.waitUntilReady(60_000).catch((cause: unknown) => {
      throw new Error(`the ${this.app} did not get ready:\n${this.output.slice(-5_000)}`, { cause });
    });
  }

  /** @throws when the app has ended, with its last output */
  signal(name: NodeJS.Signals): void {
    try {
      process.kill(this.pid, name);
    } catch (cause) {
      throw new Error(`the ${this.app} ended by itself:\n${this.output.slice(-5_000)}`, { cause });
    }
  }

  async kill(): Promise<void> {
    await this.child?.kill();
  }

  /** @throws when the app does not end with code 0 */
  async stop(): Promise<void> {
    const code = await this.child?.stop();
    if (code !== 0) throw new Error(`the ${this.app} stopped with ${code}:\n${this.output.slice(-2_000)}`);
  }
}
