import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { messageOf } from '../kernel/message-of.js';
import { EVERY, type Rhythm } from './every.decorator.js';

/** Milliseconds that a shutdown waits for runs in progress. */
const LAST_ROUND = 5_000;

export interface ScheduledTask extends Rhythm {
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
  private readonly stop = new AbortController();
  private loops: readonly Promise<void>[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly methods: MetadataScanner,
  ) {}

  get tasks(): readonly ScheduledTask[] {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    return [...instances].flatMap((instance) => this.tasksOf(instance));
  }

  onApplicationBootstrap(): void {
    this.loops = this.tasks.map((task) => this.repeat(task));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.race([Promise.all(this.loops), sleep(LAST_ROUND, undefined, { ref: false })]);
  }

  private tasksOf(instance: unknown): ScheduledTask[] {
    if (typeof instance !== 'object' || instance === null) return [];
    const prototype = Object.getPrototypeOf(instance) as object | null;
    return this.methods.getAllMethodNames(prototype).flatMap((method) => {
      const work = (instance as Record<string, () => Promise<unknown>>)[method];
      if (work === undefined) return [];
      const rhythm = Reflect.getMetadata(EVERY, work) as Rhythm | undefined;
      const name = `${instance.constructor.name}.${method}`;
      return rhythm === undefined ? [] : [{ ...rhythm, name, run: () => work.call(instance) }];
    });
  }

  private async repeat({ ms, atStart, name, run }: ScheduledTask): Promise<void> {
    const { signal } = this.stop;
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst || !atStart) await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await run();
      } catch (error) {
        this.logger.warn(`${name} failed, and is tried again later: ${messageOf(error)}`);
      }
    }
  }
}
