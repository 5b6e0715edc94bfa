import { charactersOf } from '../../domain/delivery-budget.js';
import type { ReadAlarm } from '../../domain/read-alarms.js';

const MOST_ALARMS = 10_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;
/** A segment is written as a whole. Its bodies have 1 MiB together, unless a single one is larger. */
const MOST_CHARACTERS_OF_SEGMENT = 24 * 1024 * 1024;

const TOO_MUCH: readonly ReadAlarm[] = [
  {
    kind: 'unreadable',
    reason: `the alarms of this delivery and those written down with it hold more than ${MOST_CHARACTERS_OF_SEGMENT} characters together: a replay reads it by itself`,
  },
];

/** Bounds what a batch holds in memory and writes in one transaction, whatever the plugins make of its deliveries. */
export class BatchLimits {
  private alarms = 0;
  private characters = 0;
  private ofSegment = 0;
  private unlock: (() => void) | undefined;
  private isReleased = false;

  /** @param mutex held by the one batch that may exceed its limits */
  constructor(private readonly mutex: Mutex) {}

  beginSegment(): void {
    this.ofSegment = 0;
  }

  add(alarms: readonly ReadAlarm[]): void {
    this.alarms += alarms.length;
    let characters = 0;
    for (const one of alarms) if (one.kind === 'alarm') characters += charactersOf(one.alarm);
    this.characters += characters;
    this.ofSegment += characters;
  }

  get isReached(): boolean {
    return this.alarms >= MOST_ALARMS || this.characters >= MOST_CHARACTERS;
  }

  /** The outcome of deliveries that exceed the limit of a segment. */
  get excess(): readonly ReadAlarm[] | undefined {
    return this.ofSegment > MOST_CHARACTERS_OF_SEGMENT ? TOO_MUCH : undefined;
  }

  /** Waits, before the rest of a segment is parsed, until no other batch exceeds its limits. */
  async waitForMemory(): Promise<void> {
    if (this.characters < MOST_CHARACTERS || this.unlock !== undefined) return;
    this.unlock = await this.mutex.lock();
    if (this.isReleased) this.unlock();
  }

  /** Called when the batch is written or given up. */
  release(): void {
    this.isReleased = true;
    this.unlock?.();
  }
}

export class Mutex {
  private last: Promise<void> = Promise.resolve();

  /** @returns the function that releases the lock */
  async lock(): Promise<() => void> {
    const before = this.last;
    let unlock: () => void = () => undefined;
    this.last = new Promise((resolve) => (unlock = resolve));
    await before;
    return unlock;
  }
}
