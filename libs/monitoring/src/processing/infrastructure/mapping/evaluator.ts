import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvaluationRequest, ExpressionCheck } from '#senders/plugin-api/evaluation.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import { TaskProcessUnavailableError, TaskEndedError, TaskProcess } from '../task-process.js';
import type { MappingLimits } from './mapping-limits.js';

// The extension of this file tells whether it runs from source or built.
const PROCESS_PATH = fileURLToPath(
  new URL(`./evaluate-process${import.meta.url.slice(-3)}`, import.meta.url),
);

/** The built process needs only the files of the bundle. From source, it also loads packages, wherever they are installed. */
const FOLDER = dirname(PROCESS_PATH);
const READABLE_PATHS = basename(FOLDER) === 'bundle' ? join(FOLDER, '*') : '*';

const RETRY_MS = 5_000;
const FLAGS = [
  // Patterns with excessive backtracking continue in linear time.
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
  '--permission',
  `--allow-fs-read=${READABLE_PATHS}`,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];

/** A task exceeded a limit. It was ended together with its process. */
export class LimitExceededError extends Error {
  /** @param limit for example "more than 100 ms" */
  constructor(
    readonly limit: string,
    cause: unknown,
  ) {
    super(`the expressions took ${limit}`, { cause });
  }
}

export class Evaluator {
  private readonly process: TaskProcess;

  constructor(private readonly limits: Omit<MappingLimits, 'processes'>) {
    // An empty environment: expressions must not see keys or addresses of databases.
    this.process = new TaskProcess({ path: PROCESS_PATH, env: {}, flags: FLAGS }, limits);
  }

  get completedTasks(): number {
    return this.process.completedTasks;
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  kill(): void {
    this.process.kill();
  }

  /**
   * Runs a task and returns its result as JSON text: the evaluated alarms, or the problems of expressions.
   * @throws LimitExceededError; PluginUnavailableError if the process cannot be started or has ended
   */
  async run(task: EvaluationRequest | ExpressionCheck): Promise<string> {
    try {
      return await this.process.run<string>(task);
    } catch (error) {
      const { timeoutMs, memoryMb } = this.limits;
      if (error instanceof TaskProcessUnavailableError)
        throw new PluginUnavailableError(`the process for expressions ${error.message}`, RETRY_MS);
      if (!(error instanceof TaskEndedError)) throw error;
      throw new LimitExceededError(
        error.timedOut ? `more than ${timeoutMs} ms` : `more than ${memoryMb} MB of memory`,
        error,
      );
    }
  }
}
