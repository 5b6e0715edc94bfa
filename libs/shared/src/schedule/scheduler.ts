import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { getLogMessage } from '../kernel/error-message.js';
import { SCHEDULE_METADATA, type ScheduleOptions } from './every.decorator.js';

/** Milliseconds that a shutdown waits for runs in progress. */
const SHUTDOWN_TIMEOUT_MS = 5_000;

export interface ScheduledTask extends ScheduleOptions {
  /** The name of the class and the method. */
  readonly name: string;
  run(): Promise<unknown>;
}

/**
 * Repeats methods marked with `@Every`. Each task has its own timer, so that tasks do not wait for each other, and its next
 * run starts only after the previous one has ended. Timers of the process are used, because jobs of a queue are lost with the
 * queue, and schedules by the wall clock stop when the clock is set back.
 */
@Injectable()
export class Scheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Scheduler');
  private readonly abortController = new AbortController();
  private loops: readonly Promise<void>[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly metadataScanner: MetadataScanner,
  ) {}

  get tasks(): readonly ScheduledTask[] {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    return [...instances].flatMap((instance) => this.findTasks(instance));
  }

  onApplicationBootstrap(): void {
    this.loops = this.tasks.map((task) => this.repeat(task));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.abortController.abort();
    await Promise.race([Promise.all(this.loops), sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private findTasks(instance: unknown): ScheduledTask[] {
    if (typeof instance !== 'object' || instance === null) return [];
    const prototype = Object.getPrototypeOf(instance) as object | null;
    return this.metadataScanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = (instance as Record<string, () => Promise<unknown>>)[method];
      if (handler === undefined) return [];
      const schedule = Reflect.getMetadata(SCHEDULE_METADATA, handler) as ScheduleOptions | undefined;
      const name = `${instance.constructor.name}.${method}`;
      return schedule === undefined ? [] : [{ ...schedule, name, run: () => handler.call(instance) }];
    });
  }

  private async repeat({ ms, atStart, name, run }: ScheduledTask): Promise<void> {
    const { signal } = this.abortController;
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst || !atStart) await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await run();
      } catch (error) {
        this.logger.warn(`${name} failed, and is tried again later: ${getLogMessage(error)}`);
      }
    }
  }
}
