import { Supervisor } from '../supervisor/supervisor.js';
import { AppProcess, untilReady, type AppProcessOptions } from './app-process.js';

/** The built API or worker as a child process, which is started again when a signal ends it. */
export class SupervisedApp {
  /** How it ended for good, in words. Never rejects. */
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

  /** @throws when it ends for good, or is not ready in time. */
  ready(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return untilReady(this.options, () => (this.isOver ? this.ended : undefined), timeoutMs, signal);
  }

  /** Asks it to finish and, when that takes longer than `timeoutMs`, kills it. */
  async stop(timeoutMs: number): Promise<void> {
    this.supervisor.stop();
    await this.supervisor.program.stop(timeoutMs);
  }
}
