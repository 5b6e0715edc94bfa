import type { Severity } from '#senders/plugin-api/event.js';
import type { Alarm } from './alarm.js';
import { transitionOf } from './alert-transition.js';
import { isFlapping, isFlappingAt, addOpening, type Opening } from './flapping.js';
import type { Fold } from './correlation.js';

interface OpenedAlert {
  readonly alert_id: string;
  readonly severity: Severity;
}

/**
 * Records that an alert was opened or reopened. Adds a `flapping` transition if this makes the key flap.
 * @param before the recent openings of the key
 * @returns the recent openings, including this one
 */
export function recordOpening(
  fold: Fold,
  alarm: Alarm,
  opened: OpenedAlert,
  before: readonly Opening[],
  at: Date,
): readonly Opening[] {
  const { alert_id, severity } = opened;
  const openings = addOpening(before, at, fold.flap);
  if (isFlapping(openings) && !isFlappingAt(before, at, fold.flap)) {
    const alert = { alert_id, open: true, severity };
    fold.transitions.push(transitionOf('flapping', alarm, alert_id, alert, true, severity));
  }
  return openings;
}
