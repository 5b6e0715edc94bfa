import { charactersOf } from '../../domain/delivery-budget.js';
import type { ReadAlarm } from '../../domain/read-alarms.js';

export type ParsedDeliveries = ReadonlyMap<string, readonly ReadAlarm[]>;

interface Entry {
  readonly version: string;
  readonly characters: number;
  readonly parsed: ParsedDeliveries;
}

/** Characters of everything in it; and so many for an outcome without any. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const CHARACTERS_OF_NONE = 256;

/**
 * What a plugin had parsed of a segment before it became unavailable: a segment is written whole, and what was parsed of a
 * large one would be lost with every failure. Of each webhook the last, and of those that failed last.
 */
export class ParseCache {
  private readonly entries = new Map<string, Entry>();
  private characters = 0;

  /** @param version of all that decides what the plugin makes of a delivery */
  take(uuid: string, version: string): ParsedDeliveries {
    const entry = this.remove(uuid);
    return entry?.version === version ? entry.parsed : new Map();
  }

  put(uuid: string, version: string, parsed: ParsedDeliveries): void {
    this.remove(uuid);
    let characters = 0;
    for (const one of [...parsed.values()].flat())
      characters += CHARACTERS_OF_NONE + (one.kind === 'alarm' ? charactersOf(one.alarm) : 0);
    if (parsed.size === 0 || characters > MOST_CHARACTERS) return;
    this.entries.set(uuid, { version, characters, parsed });
    this.characters += characters;
    for (const oldest of this.entries.keys()) if (this.characters > MOST_CHARACTERS) this.remove(oldest);
  }

  private remove(uuid: string): Entry | undefined {
    const entry = this.entries.get(uuid);
    this.entries.delete(uuid);
    this.characters -= entry?.characters ?? 0;
    return entry;
  }
}
