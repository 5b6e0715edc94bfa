import type { Mutex } from '#shared/kernel/mutex.js';
import { countCharacters } from '../../domain/delivery-budget.js';
import type { ParsedAlarm } from '../../domain/parse-alarms.js';

const MAX_ALARMS = 10_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** A segment is written as a whole. Its bodies have 1 MiB together, unless a single one is larger. */
const MAX_SEGMENT_CHARACTERS = 24 * 1024 * 1024;

const SEGMENT_OVERFLOW: readonly ParsedAlarm[] = [
  {
    kind: 'unreadable',
    reason: `the alarms of this delivery and those written down with it hold more than ${MAX_SEGMENT_CHARACTERS} characters together: a replay reads it by itself`,
  },
];

/** Bounds what a batch holds in memory and writes in one transaction, whatever the plugins make of its deliveries. */
export class BatchLimits {
  private alarms = 0;
  private characters = 0;
  private segmentCharacters = 0;
  private unlock: (() => void) | undefined;
  private isReleased = false;

  /** @param mutex held by the one batch that may exceed its limits */
  constructor(private readonly mutex: Mutex) {}

  beginSegment(): void {
    this.segmentCharacters = 0;
  }

  add(alarms: readonly ParsedAlarm[]): void {
    this.alarms += alarms.length;
    let characters = 0;
    for (const one of alarms) if (one.kind === 'alarm') characters += countCharacters(one.alarm);
    this.characters += characters;
    this.segmentCharacters += characters;
  }

  get isReached(): boolean {
    return this.alarms >= MAX_ALARMS || this.characters >= MAX_CHARACTERS;
  }

  /** The outcome of deliveries that exceed the limit of a segment. */
  get excessOutcome(): readonly ParsedAlarm[] | undefined {
    return this.segmentCharacters > MAX_SEGMENT_CHARACTERS ? SEGMENT_OVERFLOW : undefined;
  }

  /** Waits, before the rest of a segment is parsed, until no other batch exceeds its limits. */
  async waitForMemory(): Promise<void> {
    if (this.characters >= MAX_CHARACTERS) await this.lock();
  }

  /** Waits, before a large body is parsed, until no other batch holds one: parsed, it takes many times its size. */
  async waitForLargeBody(): Promise<void> {
    await this.lock();
  }

  private async lock(): Promise<void> {
    if (this.unlock !== undefined) return;
    this.unlock = await this.mutex.lock();
    if (this.isReleased) this.unlock();
  }

  /** Called when the batch is written or given up. */
  release(): void {
    this.isReleased = true;
    this.unlock?.();
  }
}
