import { charactersOf } from '../domain/delivery-budget.js';
import type { ReadAlarm } from '../domain/read-alarms.js';

const ALARMS_PER_TURN = 10_000;
const CHARACTERS_PER_TURN = 8 * 1024 * 1024;
/** A segment is written whole or not at all. Its bodies are 1 MiB, or one that is longer. */
const CHARACTERS_PER_SEGMENT = 24 * 1024 * 1024;

const TOO_MUCH: readonly ReadAlarm[] = [
  {
    kind: 'unreadable',
    reason: `the alarms of this delivery and those written down with it hold more than ${CHARACTERS_PER_SEGMENT} characters together: a replay reads it by itself`,
  },
];

/** What a turn holds in memory and writes in one transaction, however much its deliveries have become. */
export class TurnBudget {
  private alarms = 0;
  private characters = 0;
  private ofSegment = 0;
  private release: (() => void) | undefined;
  private isOver = false;

  /** @param large only one turn at a time goes on beyond its budget */
  constructor(private readonly large: LargeTurn) {}

  beginSegment(): void {
    this.ofSegment = 0;
  }

  take(alarms: readonly ReadAlarm[]): void {
    this.alarms += alarms.length;
    let characters = 0;
    for (const one of alarms) if (one.kind === 'alarm') characters += charactersOf(one.alarm);
    this.characters += characters;
    this.ofSegment += characters;
  }

  /** No other segment is begun. */
  get isSpent(): boolean {
    return this.alarms >= ALARMS_PER_TURN || this.characters >= CHARACTERS_PER_TURN;
  }

  /** What is said instead of reading more of a segment. */
  get excess(): readonly ReadAlarm[] | undefined {
    return this.ofSegment > CHARACTERS_PER_SEGMENT ? TOO_MUCH : undefined;
  }

  /** Before the rest of a segment is read. */
  async mayGoOn(): Promise<void> {
    if (this.characters < CHARACTERS_PER_TURN || this.release !== undefined) return;
    this.release = await this.large.begin();
    if (this.isOver) this.release();
  }

  /** Once all of it is written, or given up. */
  end(): void {
    this.isOver = true;
    this.release?.();
  }
}

/** One after the other. */
export class LargeTurn {
  private last: Promise<void> = Promise.resolve();

  /** @returns what lets the next one begin */
  async begin(): Promise<() => void> {
    const before = this.last;
    let end: () => void = () => undefined;
    this.last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
