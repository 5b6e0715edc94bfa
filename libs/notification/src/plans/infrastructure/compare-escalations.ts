import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { previewRuns } from '../../escalations/application/preview-escalation.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import type { DraftEscalation, EscalationEffect, PlanDraft } from '../application/preview-plan.js';
import type { PresentRecords } from './read-records.js';

/** Alerts that are listed as examples, at most. */
const MAX_FIRST = 10;
const NO_RUNS = { alerts: 0, steps: 0, unanswered: 0 } as const;

type Policy = Parameters<typeof previewRuns>[2];

interface PastTime {
  readonly domain_id: string;
  readonly from: Date;
  readonly to: Date;
}

/** Returns how the escalations of a plan would have run in the past, and how they did. */
export async function compareEscalations(
  queries: AlertQueries,
  budget: PreviewBudget,
  past: PastTime,
  { escalations }: PresentRecords,
  { escalations: drafts = [] }: PlanDraft,
) {
  let complete = true;
  const run = async (policy: Policy) => {
    const { alerts, unanswered, ...found } = await previewRuns(queries, budget, policy, past);
    complete &&= found.complete;
    const steps = alerts.reduce((sum, each) => sum + each.steps, 0);
    return { counts: { alerts: alerts.length, steps, unanswered }, first: alerts.slice(0, MAX_FIRST) };
  };
  const stored = new Map(escalations.map((each) => [formatId('escalation', each.escalation_id), each]));
  const effects: EscalationEffect[] = [];
  for (const draft of drafts) {
    const { escalation_id = null, name, project_id = null } = draft;
    const present = stored.get(escalation_id ?? '');
    const before = present === undefined ? undefined : await run({ ...present, ...present.policy });
    const after = await run(resolve(draft));
    effects.push({
      ...{ escalation_id, name, project_id },
      before: before?.counts ?? NO_RUNS,
      after: after.counts,
      first: after.first,
    });
  }
  return { effects, complete };
}

const resolve = (draft: DraftEscalation): Policy => ({
  filter: draft.filter ?? [],
  filter_or: draft.filter_or ?? [],
  project_id: draft.project_id ?? null,
  steps: draft.steps,
  repeat: draft.repeat ?? null,
  until: draft.until ?? 'ACKNOWLEDGED',
});
