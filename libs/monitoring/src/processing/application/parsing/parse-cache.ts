import { countCharacters } from '../../domain/delivery-budget.js';
import type { ParsedAlarm } from '../../domain/parse-alarms.js';

export type ParsedDeliveries = ReadonlyMap<string, readonly ParsedAlarm[]>;

interface Entry {
  readonly version: string;
  readonly characters: number;
  readonly parsed: ParsedDeliveries;
}

/** Limit for all entries together. An outcome without text counts as `OUTCOME_OVERHEAD_CHARACTERS`. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const OUTCOME_OVERHEAD_CHARACTERS = 256;

/**
 * Keeps what a plugin had parsed of a segment before it became unavailable. A segment is written as a whole, so each failure
 * would otherwise lose all that was parsed of a large one. Holds one entry per webhook and evicts the oldest.
 */
export class ParseCache {
  private readonly entries = new Map<string, Entry>();
  private characters = 0;

  /** @param version identifies everything that affects the result: plugin, options and settings */
  take(uuid: string, version: string): ParsedDeliveries {
    const entry = this.remove(uuid);
    return entry?.version === version ? entry.parsed : new Map();
  }

  put(uuid: string, version: string, parsed: ParsedDeliveries): void {
    this.remove(uuid);
    let characters = 0;
    for (const outcome of [...parsed.values()].flat())
      characters +=
        OUTCOME_OVERHEAD_CHARACTERS + (outcome.kind === 'alarm' ? countCharacters(outcome.alarm) : 0);
    if (parsed.size === 0 || characters > MAX_CHARACTERS) return;
    this.entries.set(uuid, { version, characters, parsed });
    this.characters += characters;
    for (const oldest of this.entries.keys()) if (this.characters > MAX_CHARACTERS) this.remove(oldest);
  }

  private remove(uuid: string): Entry | undefined {
    const entry = this.entries.get(uuid);
    this.entries.delete(uuid);
    this.characters -= entry?.characters ?? 0;
    return entry;
  }
}
