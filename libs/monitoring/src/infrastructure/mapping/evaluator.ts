import { fileURLToPath } from 'node:url';
import type { Evaluation } from '../../domain/evaluation.js';
import { PluginUnavailableError } from '../../domain/plugin.js';
import { NoTaskProcessError, TaskEndedError, TaskProcess } from '../processes/task-process.js';
import type { MappingLimits } from './mapping-limits.js';

// Source or built, as this file is.
const PATH = fileURLToPath(new URL(`./evaluate-process${import.meta.url.slice(-3)}`, import.meta.url));

const RETRY_MS = 5_000;
const FLAGS = [
  // A pattern that backtracks for ever goes on in linear time.
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
  '--permission',
  '--allow-fs-read=*',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];

/** A process for expressions of strangers. */
export class Evaluator {
  private readonly process: TaskProcess;

  constructor(private readonly limits: Pick<MappingLimits, 'timeoutMs' | 'memoryMb'>) {
    // Nothing of ours in its environment: no address of a database, no key.
    this.process = new TaskProcess({ path: PATH, env: {}, flags: FLAGS }, limits);
  }

  /** Deliveries evaluated. */
  get done(): number {
    return this.process.done;
  }

  get alive(): boolean {
    return this.process.alive;
  }

  end(): void {
    this.process.end();
  }

  /**
   * What the process makes of a delivery, as JSON text.
   * @throws Error that says which limit it broke; PluginUnavailableError when there is no process to ask
   */
  async run(evaluation: Evaluation): Promise<string> {
    try {
      return await this.process.run<string>(evaluation);
    } catch (error) {
      const { timeoutMs, memoryMb } = this.limits;
      if (error instanceof NoTaskProcessError)
        throw new PluginUnavailableError(`the process for expressions ${error.message}`, RETRY_MS);
      if (!(error instanceof TaskEndedError)) throw error;
      throw new Error(
        error.late
          ? `the expressions took more than ${timeoutMs} ms`
          : `the expressions took more than ${memoryMb} MB of memory`,
        { cause: error },
      );
    }
  }
}
