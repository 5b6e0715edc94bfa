import { PLUGIN_TEXT_COLUMNS } from './alarm.js';
import type { PluginEvent, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { DELIVERY_LIMITS } from '#senders/plugin-api/delivery-limits.js';
import { sanitiseEvent, type CleanEvent } from './sanitise-event.js';

const { maxAlarms, maxCharactersPerByte, alwaysAllowedCharacters, maxCharacters } = DELIVERY_LIMITS;
const TOO_MANY_REASON = `a delivery has at most ${maxAlarms} alarms: the rest is not read`;

/** Limits the number of outcomes. The first excess outcome is replaced by one error for all of them. */
export function limitOutcomes(outcomes: readonly PluginOutcome[]): readonly PluginOutcome[] {
  return outcomes.length <= maxAlarms
    ? outcomes
    : [...outcomes.slice(0, maxAlarms), { outcome: 'ERROR', pointer: '', reason: TOO_MANY_REASON }];
}

/**
 * Cleans the events of one delivery in order, until they exceed a total length. Deterministic: a delivery that is parsed again
 * gives the same alarms.
 */
export class DeliveryBudget {
  private readonly maxCharacters: number;
  private usedCharacters = 0;

  constructor(bodyBytes: number) {
    const proportional = Math.max(alwaysAllowedCharacters, maxCharactersPerByte * bodyBytes);
    this.maxCharacters = Math.min(maxCharacters, proportional);
  }

  /** Returns the cleaned event, or why it is rejected. After the first rejection no further event is cleaned. */
  clean(event: PluginEvent): CleanEvent | string {
    if (this.usedCharacters > this.maxCharacters) return this.reason;
    const clean = sanitiseEvent(event, (leftOut) => (this.usedCharacters += leftOut));
    this.usedCharacters += countCharacters(clean);
    return this.usedCharacters > this.maxCharacters ? this.reason : clean;
  }

  private get reason(): string {
    return `the alarms of this delivery hold more than ${this.maxCharacters} characters together: this one and those after it are not read`;
  }
}

/** Counts the characters as they are written: text that alarms share in memory is written for each of them. */
export function countCharacters(event: CleanEvent): number {
  let sum = event.raw_data.length + event.additional_info.length;
  for (const [name, label] of Object.entries(event.labels)) sum += name.length + label.length;
  for (const { name, url } of event.links) sum += name.length + url.length;
  for (const name of PLUGIN_TEXT_COLUMNS) sum += event[name]?.length ?? 0;
  return sum;
}
