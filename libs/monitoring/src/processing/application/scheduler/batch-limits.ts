import { charactersOf } from '../../domain/delivery-budget.js';
import type { ReadAlarm } from '../../domain/read-alarms.js';

const MOST_ALARMS = 10_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;
/** A segment is written whole or not at all. Its bodies are 1 MiB, or one that is longer. */
const MOST_CHARACTERS_OF_SEGMENT = 24 * 1024 * 1024;

const TOO_MUCH: readonly ReadAlarm[] = [
  {
    kind: 'unreadable',
    reason: `the alarms of this delivery and those written down with it hold more than ${MOST_CHARACTERS_OF_SEGMENT} characters together: a replay reads it by itself`,
  },
];

/** What a batch holds in memory and writes in one transaction, however much its deliveries have become. */
export class BatchLimits {
  private alarms = 0;
  private characters = 0;
  private ofSegment = 0;
  private unlock: (() => void) | undefined;
  private isReleased = false;

  /** @param mutex held by the only batch that may go on beyond its limits */
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

  /** The outcome of deliveries beyond the limits of a segment. */
  get excess(): readonly ReadAlarm[] | undefined {
    return this.ofSegment > MOST_CHARACTERS_OF_SEGMENT ? TOO_MUCH : undefined;
  }

  /** Before the rest of a segment is read. */
  async waitForMemory(): Promise<void> {
    if (this.characters < MOST_CHARACTERS || this.unlock !== undefined) return;
    this.unlock = await this.mutex.lock();
    if (this.isReleased) this.unlock();
  }

  /** Once all of it is written, or given up. */
  release(): void {
    this.isReleased = true;
    this.unlock?.();
  }
}

export class Mutex {
  private last: Promise<void> = Promise.resolve();

  /** @returns what unlocks it */
  async lock(): Promise<() => void> {
    const before = this.last;
    let unlock: () => void = () => undefined;
    this.last = new Promise((resolve) => (unlock = resolve));
    await before;
    return unlock;
  }
}
