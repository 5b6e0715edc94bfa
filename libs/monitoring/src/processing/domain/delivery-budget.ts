import { DECIDED_TEXTS } from './alarm.js';
import type { PluginEvent, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { DELIVERY_TERMS } from '#senders/plugin-api/delivery-terms.js';
import { sanitiseEvent, type CleanEvent } from './sanitise-event.js';

const { mostAlarms, charactersPerByte, characters } = DELIVERY_TERMS;
const TOO_MANY = `a delivery has at most ${mostAlarms} alarms: the rest is not read`;

/** What is beyond is told once, in the place of the first of it. */
export function withinCount(outcomes: readonly PluginOutcome[]): readonly PluginOutcome[] {
  return outcomes.length <= mostAlarms
    ? outcomes
    : [...outcomes.slice(0, mostAlarms), { outcome: 'ERROR', pointer: '', reason: TOO_MANY }];
}

/**
 * Cleans the events of one delivery, in their order, until they have become too long together. Always the same for the
 * same delivery, so that whoever reads it again finds the same alarms.
 */
export class DeliveryBudget {
  private readonly most: number;
  private spent = 0;

  constructor(bodyBytes: number) {
    this.most = Math.max(characters, charactersPerByte * bodyBytes);
  }

  /** The event, or why it is not read. What comes after one that is too long is not even looked at. */
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

/** As they are written: what alarms share in memory is written with each of them. */
export function charactersOf(event: CleanEvent): number {
  let sum = event.raw_data.length + event.additional_info.length;
  for (const name of DECIDED_TEXTS) sum += event[name]?.length ?? 0;
  return sum;
}
