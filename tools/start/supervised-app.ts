import { Supervisor } from '../supervisor/supervisor.js';
import { AppProcess, waitUntilReady, type AppProcessOptions } from './app-process.js';

/** The built API or worker as a child process. It is restarted when a signal ends it. */
export class SupervisedApp {
  /** Resolves when the app has ended and is not restarted, to words that say how. Never rejects. */
  readonly exitMessage: Promise<string>;
  private readonly supervisor: Supervisor<AppProcess>;
  private hasEnded = false;

  constructor(
    private readonly options: AppProcessOptions,
    print: (line: string) => void,
  ) {
    const { app, env } = options;
    this.supervisor = new Supervisor(
      app,
      (variables) => AppProcess.start({ ...options, env: { ...env, ...variables } }),
      print,
    );
    this.exitMessage = this.supervisor.ending.then(() => {
      this.hasEnded = true;
      return this.supervisor.program.exitMessage;
    });
  }

  /** @throws when the app ends and is not restarted, or is not ready within `timeoutMs` */
  waitUntilReady(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return waitUntilReady(
      this.options,
      () => (this.hasEnded ? this.exitMessage : undefined),
      timeoutMs,
      signal,
    );
  }

  /** Sends SIGTERM and, after `timeoutMs`, SIGKILL. The app is not restarted. */
  async stop(timeoutMs: number): Promise<void> {
    this.supervisor.stop();
    await this.supervisor.program.stop(timeoutMs);
  }
}
