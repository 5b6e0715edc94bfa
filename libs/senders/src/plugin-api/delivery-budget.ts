import { DECIDED_TEXTS } from '../../../monitoring/src/processing/domain/alarm.js';
import type { PluginEvent, PluginOutcome } from './plugin.js';
import { sanitiseEvent, type CleanEvent } from '../../../monitoring/src/processing/domain/sanitise-event.js';

/** What one delivery may become. Its body is bounded, but a plugin may copy a part of it into each of its alarms. */
export const DELIVERY_TERMS = {
  mostAlarms: 10_000,
  /** Characters of all its alarms as they are stored, for each byte of its body; but so many in any case. */
  charactersPerByte: 16,
  characters: 4 * 1024 * 1024,
} as const;

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
