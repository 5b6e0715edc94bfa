import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { parseJson } from '#shared/kernel/json.js';
import { reasonOf } from '#shared/kernel/message-of.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import type {
  Evaluated,
  Evaluation,
  ExpressionCheck,
  ExpressionProblem,
  Expressions,
  ExpressionSandbox,
} from '#senders/plugin-api/evaluation.js';
import { BrokenLimitError, Evaluator } from './evaluator.js';
import { FairQueue } from './fair-queue.js';
import { MAPPING_LIMITS } from './mapping-limits.js';

const IDLE_MS = 60_000;
const RETRY_MS = 5_000;

type Give = (evaluator: Evaluator | undefined) => void;

/**
 * A pool of processes that compile and run expressions, each one task at a time. The asker that has used the least time is served
 * next, so that nobody waits for the whole queue of another.
 */
@Injectable()
export class Evaluators implements ExpressionSandbox, OnApplicationShutdown {
  private readonly all = new Set<Evaluator>();
  private readonly idle: Evaluator[] = [];
  private readonly queue = new FairQueue<Give>();
  private stopped = false;

  constructor(private readonly limits = MAPPING_LIMITS) {}

  /** @param asker whose share of time is used, such as a domain; not given for deliveries, which are scheduled fairly before */
  async evaluate(evaluation: Evaluation, asker = ''): Promise<Evaluated> {
    try {
      return (await this.run(evaluation, asker)) as Evaluated;
    } catch (error) {
      if (error instanceof PluginUnavailableError) throw error;
      return { ok: false, problem: reasonOf(error) };
    }
  }

  async check(expressions: Expressions, asker = ''): Promise<readonly ExpressionProblem[]> {
    try {
      return (await this.run({ check: expressions }, asker)) as readonly ExpressionProblem[];
    } catch (error) {
      if (!(error instanceof BrokenLimitError)) throw error;
      const reason = `takes ${error.limit} to compile`;
      const [first, ...others] = expressions;
      if (others.length === 0) return [{ path: first?.[0] ?? '', reason }];
      for (const one of expressions) {
        const problems = await this.check([one], asker);
        if (problems.length > 0) return problems;
      }
      // Each compiles in time, but all together do not. A new process must compile all within the time of one delivery.
      return [{ path: 'fields', reason: `${reason} with all its expressions` }];
    }
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    for (const evaluator of this.all) evaluator.end();
    for (const give of this.queue.drain()) give(undefined);
  }

  private async run(task: Evaluation | ExpressionCheck, asker: string): Promise<unknown> {
    const evaluator = await this.take(asker);
    if (evaluator === undefined) throw new PluginUnavailableError('this process is stopping', RETRY_MS);
    const begun = performance.now();
    this.queue.begin(asker);
    try {
      return parseJson(await evaluator.run(task));
    } finally {
      this.queue.end(asker, performance.now() - begun);
      this.giveBack(evaluator);
    }
  }

  private take(asker: string): Evaluator | undefined | Promise<Evaluator | undefined> {
    if (this.stopped) return undefined;
    const free = this.idle.pop();
    if (free?.alive) return free;
    if (free !== undefined) this.all.delete(free);
    return this.all.size < this.limits.processes
      ? this.start()
      : new Promise((give) => this.queue.push(asker, give));
  }

  private start(): Evaluator {
    const evaluator = new Evaluator(this.limits);
    this.all.add(evaluator);
    return evaluator;
  }

  private giveBack(evaluator: Evaluator): void {
    if (!evaluator.alive) this.all.delete(evaluator);
    const next = this.queue.next();
    if (next !== undefined) return next(evaluator.alive ? evaluator : this.start());
    if (!evaluator.alive) return;
    this.idle.push(evaluator);
    setTimeout(() => this.endIdle(evaluator, evaluator.done), IDLE_MS).unref();
  }

  private endIdle(evaluator: Evaluator, done: number): void {
    const at = this.idle.indexOf(evaluator);
    if (at < 0 || evaluator.done !== done) return;
    this.idle.splice(at, 1);
    this.all.delete(evaluator);
    evaluator.end();
  }
}
