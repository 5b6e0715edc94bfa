import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { parseJson } from '#shared/kernel/json.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import type {
  EvaluationResult,
  EvaluationRequest,
  ExpressionCheck,
  ExpressionProblem,
  Expressions,
  ExpressionSandbox,
} from '#senders/plugin-api/evaluation.js';
import { TooLateError } from '#shared/kernel/with-timeout.js';
import { TaskEndedError, TaskProcessUnavailableError } from '#shared/platform/task-process.js';
import { TaskPool, type TaskPoolLimits } from '#shared/platform/task-pool.js';

/** The time is a hundred times that of the longest mapping of the samples. The processes leave a core to the worker. */
const MAPPING_LIMITS: TaskPoolLimits = { timeoutMs: 100, wallClockMs: 2_000, memoryMb: 64, processes: 2 };

// The extension of this file tells whether it runs from source or built.
const PROCESS_PATH = fileURLToPath(
  new URL(`./evaluate-process${import.meta.url.slice(-3)}`, import.meta.url),
);

/** The built process needs only the files of the bundle. From source, it also loads packages, wherever they are installed. */
const FOLDER = dirname(PROCESS_PATH);
const READABLE_PATHS = basename(FOLDER) === 'bundle' ? join(FOLDER, '*') : '*';

const FLAGS = [
  // Patterns with excessive backtracking continue in linear time.
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
  '--permission',
  `--allow-fs-read=${READABLE_PATHS}`,
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];
const RETRY_MS = 5_000;

/** A task exceeded a limit. It was ended together with its process. */
class LimitExceededError extends Error {
  /** @param limit for example "more than 100 ms" */
  constructor(
    readonly limit: string,
    cause: unknown,
  ) {
    super(`the expressions took ${limit}`, { cause });
  }
}

/** The processes that compile and run expressions. */
@Injectable()
export class EvaluatorPool implements ExpressionSandbox, OnApplicationShutdown {
  private readonly pool: TaskPool;

  constructor(private readonly limits = MAPPING_LIMITS) {
    // An empty environment: expressions must not see keys or addresses of databases.
    this.pool = new TaskPool({ path: PROCESS_PATH, env: {}, flags: FLAGS }, limits);
  }

  /**
   * @param consumer whose share of time is used
   * @param startBy as of {@link TaskPool.run}
   */
  async evaluate(
    evaluation: EvaluationRequest,
    consumer: string,
    startBy?: number,
  ): Promise<EvaluationResult> {
    try {
      return (await this.run(evaluation, consumer, startBy)) as EvaluationResult;
    } catch (error) {
      if (error instanceof PluginUnavailableError || error instanceof TooLateError) throw error;
      const problem = getErrorMessage(error);
      return error instanceof LimitExceededError
        ? { ok: false, problem, exceeds_limits: true }
        : { ok: false, problem };
    }
  }

  async check(expressions: Expressions, consumer = ''): Promise<readonly ExpressionProblem[]> {
    try {
      return (await this.run({ check: expressions }, consumer)) as readonly ExpressionProblem[];
    } catch (error) {
      if (!(error instanceof LimitExceededError)) throw error;
      const reason = `takes ${error.limit} to compile`;
      const [first, ...others] = expressions;
      if (others.length === 0) return [{ path: first?.[0] ?? '', reason }];
      for (const one of expressions) {
        const problems = await this.check([one], consumer);
        if (problems.length > 0) return problems;
      }
      // Each compiles in time, but all together do not. A new process must compile all within the time of one delivery.
      return [{ path: 'fields', reason: `${reason} with all its expressions` }];
    }
  }

  onApplicationShutdown(): void {
    this.pool.stop();
  }

  /** @throws LimitExceededError; TooLateError; PluginUnavailableError if the process cannot be started or has ended */
  private async run(
    task: EvaluationRequest | ExpressionCheck,
    consumer: string,
    startBy?: number,
  ): Promise<unknown> {
    try {
      return parseJson(await this.pool.run<string>(task, consumer, startBy));
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
