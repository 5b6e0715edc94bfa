import { Supervisor } from '../supervisor/supervisor.js';
import { AppProcess, untilReady, type AppProcessOptions } from './app-process.js';

/** The built API or worker as a child process. It is restarted when a signal ends it. */
export class SupervisedApp {
  /** Resolves when the app has ended and is not restarted, to words that say how. Never rejects. */
  readonly ended: Promise<string>;
  private readonly supervisor: Supervisor<AppProcess>;
  private isOver = false;

  constructor(
    private readonly options: AppProcessOptions,
    say: (line: string) => void,
  ) {
    const { app, env } = options;
    this.supervisor = new Supervisor(
      app,
      (variables) => AppProcess.start({ ...options, env: { ...env, ...variables } }),
      say,
    );
    this.ended = this.supervisor.ending.then(() => {
      this.isOver = true;
      return this.supervisor.program.ended;
    });
  }

  /** @throws when the app ends and is not restarted, or is not ready within `timeoutMs` */
  ready(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return untilReady(this.options, () => (this.isOver ? this.ended : undefined), timeoutMs, signal);
  }

  /** Sends SIGTERM and, after `timeoutMs`, SIGKILL. The app is not restarted. */
  async stop(timeoutMs: number): Promise<void> {
    this.supervisor.stop();
    await this.supervisor.program.stop(timeoutMs);
  }
}
