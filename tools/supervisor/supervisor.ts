import { setTimeout as sleep } from 'node:timers/promises';
import { Restarts, type Ending } from './restarts.js';

/** A program that runs. */
export interface Running {
  /** Never rejects. */
  readonly ending: Promise<Ending>;
}

/** Runs a program, and again whenever a signal ends it. */
export class Supervisor<Program extends Running> {
  /** How the last one ended, once it is not started again. */
  readonly ending: Promise<Ending>;
  private readonly stopping = new AbortController();
  private readonly restarts = new Restarts();
  private running: Program;

  /**
   * @param start is given variables for the environment
   * @param say takes a line for people
   */
  constructor(
    private readonly name: string,
    private readonly start: (variables: Readonly<Record<string, string>>) => Program,
    private readonly say: (line: string) => void,
  ) {
    this.running = start(this.restarts.variables);
    this.ending = this.supervise();
  }

  /** The program as it runs now, or ran last. */
  get program(): Program {
    return this.running;
  }

  /** From here on nothing is started again. To end what runs is up to the caller. */
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
      this.say(`The ${this.name} was ended by ${ending.signal}. It is started again.`);
      await sleep(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) return ending;
      this.running = this.start(this.restarts.variables);
    }
  }
}
