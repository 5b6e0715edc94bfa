import { charactersOf } from '../../domain/delivery-budget.js';
import type { ReadAlarm } from '../../domain/read-alarms.js';

/** What was read of one segment, by delivery. */
export type Parsed = ReadonlyMap<string, readonly ReadAlarm[]>;

interface Entry {
  readonly segment_id: string;
  readonly version: string;
  readonly characters: number;
  readonly parsed: Parsed;
}

/** Characters of everything in it; and so many for an outcome without any. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const CHARACTERS_OF_NONE = 256;
const NOTHING: Parsed = new Map();

/**
 * What an asynchronous plugin had read of a segment before it failed: a segment is written whole, and what was read of a
 * large one would be lost with every failure. Only of the oldest segment of a webhook, and of those that failed last.
 */
export class ParseCache {
  private readonly entries = new Map<string, Entry>();
  private characters = 0;

  /** @param version of all that decides what the plugin reads */
  take(uuid: string, version: string, segment_id: string | undefined): Parsed {
    const entry = this.remove(uuid);
    return entry?.segment_id === segment_id && entry?.version === version ? entry.parsed : NOTHING;
  }

  put(uuid: string, version: string, segment_id: string, parsed: Parsed): void {
    this.remove(uuid);
    let characters = 0;
    for (const alarms of parsed.values())
      for (const one of alarms)
        characters += CHARACTERS_OF_NONE + (one.kind === 'alarm' ? charactersOf(one.alarm) : 0);
    if (parsed.size === 0 || characters > MOST_CHARACTERS) return;
    this.entries.set(uuid, { segment_id, version, characters, parsed });
    this.characters += characters;
    for (const oldest of this.entries.keys()) {
      if (this.characters <= MOST_CHARACTERS) break;
      this.remove(oldest);
    }
  }

  private remove(uuid: string): Entry | undefined {
    const entry = this.entries.get(uuid);
    this.entries.delete(uuid);
    this.characters -= entry?.characters ?? 0;
    return entry;
  }
}
