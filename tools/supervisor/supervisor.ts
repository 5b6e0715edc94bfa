import { setTimeout as sleep } from 'node:timers/promises';
import { Restarts, type Ending } from './restarts.js';

/** A running program. */
export interface Running {
  /** Resolves when the program ends. Never rejects. */
  readonly ending: Promise<Ending>;
}

/** Runs a program, and restarts it whenever a signal ends it. */
export class Supervisor<Program extends Running> {
  /** Resolves when the program has ended and is not restarted. */
  readonly ending: Promise<Ending>;
  private readonly stopping = new AbortController();
  private readonly restarts = new Restarts();
  private running: Program;

  /**
   * @param start starts the program with these additional environment variables
   * @param say prints a line for the operator
   */
  constructor(
    private readonly name: string,
    private readonly start: (variables: Readonly<Record<string, string>>) => Program,
    private readonly say: (line: string) => void,
  ) {
    this.running = start(this.restarts.variables);
    this.ending = this.supervise();
  }

  /** The process that runs now, or ran last. */
  get program(): Program {
    return this.running;
  }

  /** Ends the restarts. The caller ends the running program. */
  stop(): void {
    this.stopping.abort();
  }

  private async supervise(): Promise<Ending> {
    const { signal: stopped } = this.stopping;
    for (;;) {
      const startedAt = performance.now();
      const ending = await this.running.ending;
      if (stopped.aborted) return ending;
      const pauseMs = this.restarts.after(ending, performance.now() - startedAt, Date.now());
      if (pauseMs === undefined) return ending;
      this.say(`The ${this.name} was ended by ${ending.signal}. Restarting it.`);
      await sleep(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) return ending;
      this.running = this.start(this.restarts.variables);
    }
  }
}
