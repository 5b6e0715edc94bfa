import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { parseJson } from '#shared/kernel/json.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import type {
  EvaluationResult,
  EvaluationRequest,
  ExpressionCheck,
  ExpressionProblem,
  Expressions,
  ExpressionSandbox,
} from '#senders/plugin-api/evaluation.js';
import { LimitExceededError, Evaluator } from './evaluator.js';
import { FairQueue } from './fair-queue.js';
import { MAPPING_LIMITS } from './mapping-limits.js';

const IDLE_MS = 60_000;
const RETRY_MS = 5_000;

type EvaluatorCallback = (evaluator: Evaluator | undefined) => void;

/**
 * A pool of processes that compile and run expressions, each one task at a time. The asker that has used the least time is served
 * next, so that nobody waits for the whole queue of another.
 */
@Injectable()
export class EvaluatorPool implements ExpressionSandbox, OnApplicationShutdown {
  private readonly evaluators = new Set<Evaluator>();
  private readonly idle: Evaluator[] = [];
  private readonly queue = new FairQueue<EvaluatorCallback>();
  private isStopped = false;

  constructor(private readonly limits = MAPPING_LIMITS) {}

  /** @param consumer whose share of time is used, such as a domain; not given for deliveries, which are scheduled fairly before */
  async evaluate(evaluation: EvaluationRequest, consumer = ''): Promise<EvaluationResult> {
    try {
      return (await this.run(evaluation, consumer)) as EvaluationResult;
    } catch (error) {
      if (error instanceof PluginUnavailableError) throw error;
      return { ok: false, problem: getErrorMessage(error) };
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
    this.isStopped = true;
    for (const evaluator of this.evaluators) evaluator.kill();
    for (const callback of this.queue.drain()) callback(undefined);
  }

  private async run(task: EvaluationRequest | ExpressionCheck, consumer: string): Promise<unknown> {
    const evaluator = await this.acquire(consumer);
    if (evaluator === undefined) throw new PluginUnavailableError('this process is stopping', RETRY_MS);
    const startedAt = performance.now();
    this.queue.recordStart(consumer);
    try {
      return parseJson(await evaluator.run(task));
    } finally {
      this.queue.recordEnd(consumer, performance.now() - startedAt);
      this.release(evaluator);
    }
  }

  private acquire(consumer: string): Evaluator | undefined | Promise<Evaluator | undefined> {
    if (this.isStopped) return undefined;
    const idleEvaluator = this.idle.pop();
    if (idleEvaluator?.isAlive) return idleEvaluator;
    if (idleEvaluator !== undefined) this.evaluators.delete(idleEvaluator);
    return this.evaluators.size < this.limits.processes
      ? this.startEvaluator()
      : new Promise((give) => this.queue.push(consumer, give));
  }

  private startEvaluator(): Evaluator {
    const evaluator = new Evaluator(this.limits);
    this.evaluators.add(evaluator);
    return evaluator;
  }

  private release(evaluator: Evaluator): void {
    if (!evaluator.isAlive) this.evaluators.delete(evaluator);
    const next = this.queue.next();
    if (next !== undefined) return next(evaluator.isAlive ? evaluator : this.startEvaluator());
    if (!evaluator.isAlive) return;
    this.idle.push(evaluator);
    setTimeout(() => this.killIdle(evaluator, evaluator.completedTasks), IDLE_MS).unref();
  }

  private killIdle(evaluator: Evaluator, completedTasks: number): void {
    const at = this.idle.indexOf(evaluator);
    if (at < 0 || evaluator.completedTasks !== completedTasks) return;
    this.idle.splice(at, 1);
    this.evaluators.delete(evaluator);
    evaluator.kill();
  }
}
