import { charactersOf } from '../domain/delivery-budget.js';
import type { ReadAlarm } from '../domain/read-alarms.js';

/** Of one segment, by delivery. */
export type Readings = ReadonlyMap<string, readonly ReadAlarm[]>;

interface Kept {
  readonly segment_id: string;
  readonly version: string;
  readonly characters: number;
  readonly readings: Readings;
}

/** Characters of all that is kept; and so many for an alarm without any. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const CHARACTERS_OF_NONE = 256;

/**
 * What a plugin that works elsewhere has read of a segment before it failed: a segment is written whole, and what was read
 * of a large one would be lost with every failure. Only of the oldest segment of a webhook, and only so much of it all.
 */
export class KeptReadings {
  private readonly ofWebhook = new Map<string, Kept>();
  private characters = 0;

  /** @param version of all that decides what the plugin reads */
  take(uuid: string, version: string, segment_id: string | undefined): Readings {
    const kept = this.drop(uuid);
    return kept?.segment_id === segment_id && kept?.version === version ? kept.readings : NONE;
  }

  keep(uuid: string, version: string, segment_id: string, readings: Readings): void {
    this.drop(uuid);
    let characters = 0;
    for (const alarms of readings.values())
      for (const one of alarms)
        characters += CHARACTERS_OF_NONE + (one.kind === 'alarm' ? charactersOf(one.alarm) : 0);
    if (readings.size === 0 || characters > MOST_CHARACTERS) return;
    this.ofWebhook.set(uuid, { segment_id, version, characters, readings });
    this.characters += characters;
    // Whoever has waited for longest begins again.
    for (const oldest of this.ofWebhook.keys()) {
      if (this.characters <= MOST_CHARACTERS) break;
      this.drop(oldest);
    }
  }

  private drop(uuid: string): Kept | undefined {
    const kept = this.ofWebhook.get(uuid);
    this.ofWebhook.delete(uuid);
    this.characters -= kept?.characters ?? 0;
    return kept;
  }
}

const NONE: Readings = new Map();
