import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import type { Alert } from './open-alerts.js';

type Entry = Schemas['AlertTimelineInfo']['results'][number];
type EscalationEntry = NonNullable<Entry['escalation']>;

/** The escalation that an alert's `escalation` speaks of. */
export interface Running {
  readonly escalation_id: string;
  readonly name: string;
  /** When the alert opened, which the escalation began after. */
  readonly since: number;
}

/**
 * Finds the escalation whose last step is the one that the alert shows. Each step that was told has an entry, so that no other one can be
 * meant if only one runs; before the first step, and if several run, it is not known: the alert shows a step a moment after its entry.
 */
export function findRunning(
  { opened_at, escalation: { step } }: Pick<Alert, 'opened_at' | 'escalation'>,
  { results, left_out_count }: Pick<Schemas['AlertTimelineInfo'], 'results' | 'left_out_count'>,
): Running | undefined {
  if (step === null || step === 0 || left_out_count > 0) return undefined;
  const openings = results.filter(
    ({ change }) => change?.change === 'opened' || change?.change === 'reopened',
  );
  const since = Math.max(Date.parse(opened_at), ...openings.map(({ at }) => Date.parse(at)));
  const last = new Map<string, EscalationEntry>();
  const ended = new Set<string>();
  for (const { at, escalation } of results) {
    if (escalation === undefined || Date.parse(at) < since) continue;
    const { escalation_id, what, cycle } = escalation;
    if (what === 'ENDED') ended.add(escalation_id);
    const known = last.get(escalation_id);
    const isLater =
      known === undefined || cycle > known.cycle || (cycle === known.cycle && escalation.step >= known.step);
    if (isLater) last.set(escalation_id, escalation);
  }
  const [found, other] = [...last.values()].filter((entry) => !ended.has(entry.escalation_id));
  if (found?.step !== step || other !== undefined) return undefined;
  return { escalation_id: found.escalation_id, name: found.name, since };
}
