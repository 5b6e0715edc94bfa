import { DECIDED_TEXTS } from './alarm.js';
import type { PluginEvent, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { DELIVERY_TERMS } from '#senders/plugin-api/delivery-terms.js';
import { sanitiseEvent, type CleanEvent } from './sanitise-event.js';

const { mostAlarms, charactersPerByte, characters } = DELIVERY_TERMS;
const TOO_MANY = `a delivery has at most ${mostAlarms} alarms: the rest is not read`;

/** Limits the number of outcomes. The first excess outcome is replaced by one error for all of them. */
export function withinCount(outcomes: readonly PluginOutcome[]): readonly PluginOutcome[] {
  return outcomes.length <= mostAlarms
    ? outcomes
    : [...outcomes.slice(0, mostAlarms), { outcome: 'ERROR', pointer: '', reason: TOO_MANY }];
}

/**
 * Cleans the events of one delivery in order, until they exceed a total length. Deterministic: a delivery that is parsed again
 * gives the same alarms.
 */
export class DeliveryBudget {
  private readonly most: number;
  private spent = 0;

  constructor(bodyBytes: number) {
    this.most = Math.max(characters, charactersPerByte * bodyBytes);
  }

  /** Returns the cleaned event, or why it is rejected. After the first rejection no further event is cleaned. */
  clean(event: PluginEvent): CleanEvent | string {
    if (this.spent > this.most) return this.reason;
    const clean = sanitiseEvent(event, (leftOut) => (this.spent += leftOut));
    this.spent += charactersOf(clean);
    return this.spent > this.most ? this.reason : clean;
  }

  private get reason(): string {
    return `the alarms of this delivery hold more than ${this.most} characters together: this one and those after it are not read`;
  }
}

/** Counts the characters as they are written: text that alarms share in memory is written for each of them. */
export function charactersOf(event: CleanEvent): number {
  let sum = event.raw_data.length + event.additional_info.length;
  for (const name of DECIDED_TEXTS) sum += event[name]?.length ?? 0;
  return sum;
}
