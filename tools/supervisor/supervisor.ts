import { setTimeout as sleep } from 'node:timers/promises';
import { RestartPolicy, type ExitStatus } from './restart-policy.js';

/** A running program. */
export interface SupervisedProcess {
  /** Resolves when the program ends. Never rejects. */
  readonly ending: Promise<ExitStatus>;
}

/** Runs a program, and restarts it whenever a signal ends it. */
export class Supervisor<Program extends SupervisedProcess> {
  /** Resolves when the program has ended and is not restarted. */
  readonly ending: Promise<ExitStatus>;
  private readonly stopping = new AbortController();
  private readonly restarts = new RestartPolicy();
  private current: Program;

  /**
   * @param start starts the program with these additional environment variables
   * @param print prints a line for the operator
   */
  constructor(
    private readonly name: string,
    private readonly start: (variables: Readonly<Record<string, string>>) => Program,
    private readonly print: (line: string) => void,
  ) {
    this.current = start(this.restarts.variables);
    this.ending = this.supervise();
  }

  /** The process that runs now, or ran last. */
  get program(): Program {
    return this.current;
  }

  /** Ends the restarts. The caller ends the running program. */
  stop(): void {
    this.stopping.abort();
  }

  private async supervise(): Promise<ExitStatus> {
    const { signal: stopped } = this.stopping;
    for (;;) {
      const startedAt = performance.now();
      const ending = await this.current.ending;
      if (stopped.aborted) return ending;
      const pauseMs = this.restarts.nextPause(ending, performance.now() - startedAt, Date.now());
      if (pauseMs === undefined) return ending;
      this.print(`The ${this.name} was ended by ${ending.signal}. Restarting it.`);
      await sleep(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) return ending;
      this.current = this.start(this.restarts.variables);
    }
  }
}
