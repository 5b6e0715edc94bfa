import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError, type FieldError } from '#shared/kernel/domain-error.js';
import { RawJson } from '#shared/kernel/json.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import type { PluginPreview } from '../application/preview-delivery.js';
import type { DeliveryCheck, DeliveryComparison } from '../domain/compare-parses.js';
import {
  PluginSandbox,
  type CheckTask,
  type CompareTask,
  type ParseTask,
  type PreviewTask,
} from '../application/ports/plugin-sandbox.js';
import {
  TaskEndedError,
  TaskProcessUnavailableError,
  type TaskModule,
} from '#shared/platform/task-process.js';
import { TaskPool } from '#shared/platform/task-pool.js';

const LIMITS = { timeoutMs: 5_000, wallClockMs: 25_000, memoryMb: 256, processes: 2 };
const RETRY_MS = 5_000;

export abstract class SandboxProgram implements TaskModule {
  abstract readonly path: string;
  abstract readonly args: readonly string[];
}

/** A task of the program in `sandbox-process.ts`. */
export type SandboxRun =
  | ({ readonly kind: 'parse' } & ParseTask)
  | ({ readonly kind: 'preview' } & PreviewTask)
  | ({ readonly kind: 'compare' } & CompareTask)
  | ({ readonly kind: 'check' } & CheckTask);

/** What the program answers. The result is JSON text. */
export type SandboxAnswer =
  { readonly result: string } | { readonly refused: readonly FieldError[] } | { readonly failure: string };

@Injectable()
export class ProcessPluginSandbox extends PluginSandbox implements OnApplicationShutdown {
  private readonly logger = new Logger('PluginSandbox');
  // The sandbox runs the same code as this process, so it may have the same environment.
  private readonly pool: TaskPool;
  private isStopped = false;

  constructor(program: SandboxProgram) {
    super();
    this.pool = new TaskPool(program, LIMITS);
  }

  async detectCrash(task: ParseTask, domain_id: string): Promise<string | undefined> {
    try {
      await this.pool.run({ kind: 'parse', ...task }, domain_id);
      return undefined;
    } catch (error) {
      if (this.isStopped) throw unavailable();
      if (error instanceof TaskEndedError)
        return error.timedOut
          ? `takes more than ${LIMITS.timeoutMs / 1_000} seconds of processor time for this delivery`
          : `ends the process it reads this delivery in, which may take ${LIMITS.memoryMb} MB`;
      this.logger.warn('there is no sandbox: its process cannot be started');
      throw unavailable();
    }
  }

  async preview(task: PreviewTask, domain_id: string): Promise<RawJson<PluginPreview>> {
    return new RawJson(await this.runOrRefuse({ kind: 'preview', ...task }, domain_id, 'data'));
  }

  async compare(task: CompareTask, domain_id: string): Promise<DeliveryComparison> {
    const text = await this.runOrRefuse({ kind: 'compare', ...task }, domain_id, 'version');
    return JSON.parse(text) as DeliveryComparison;
  }

  async check(task: CheckTask, domain_id: string): Promise<DeliveryCheck> {
    const text = await this.runOrRefuse({ kind: 'check', ...task }, domain_id, 'version');
    return JSON.parse(text) as DeliveryCheck;
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    this.pool.stop();
  }

  /** @param field of the request that is refused if the task exceeds a limit */
  private async runOrRefuse(task: SandboxRun, domain_id: string, field: string): Promise<string> {
    try {
      const answer = await this.pool.run<SandboxAnswer>(task, domain_id);
      if ('result' in answer) return answer.result;
      if ('failure' in answer) throw new Error(answer.failure);
      const [{ field: refused, reason } = { field, reason: 'is invalid' }] = answer.refused;
      throw DomainError.invalid(refused, reason);
    } catch (error) {
      if (error instanceof TaskProcessUnavailableError || this.isStopped) throw unavailable();
      if (!(error instanceof TaskEndedError)) throw error;
      const limit = error.timedOut ? `${LIMITS.timeoutMs / 1_000} s` : `${LIMITS.memoryMb} MB`;
      throw DomainError.invalid(field, `takes more than ${limit} to parse`);
    }
  }
}

function unavailable(): PluginUnavailableError {
  return new PluginUnavailableError('the process that parses cannot be started', RETRY_MS);
}
