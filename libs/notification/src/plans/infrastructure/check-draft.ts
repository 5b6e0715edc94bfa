import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { checkConditions } from '../../inhibitions/application/check-conditions.js';
import { Inhibition } from '../../inhibitions/domain/inhibition.js';
import { validateSteps } from '../../escalations/domain/escalation.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import type { PlanDraft } from '../application/preview-plan.js';
import { inPlace, inPlaceAsync } from '../application/in-place.js';

/** Checks the conditions and times of records that a plan has. @throws ERROR_INVALID_QUERY, ERROR_INVALID_PARAMETER naming the place */
export async function checkDraft(
  queries: AlertQueries,
  budget: PreviewBudget,
  domain_id: string,
  draft: PlanDraft,
): Promise<void> {
  const { subscriptions = [], silences = [], inhibitions = [], escalations = [] } = draft;
  const filtered = [
    ...subscriptions.map((each, at) => ({ each, place: `subscriptions[${at}]` })),
    ...silences.map((each, at) => ({ each: { ...each, project_id: null }, place: `silences[${at}]` })),
    ...escalations.map((each, at) => ({ each, place: `escalations[${at}]` })),
  ];
  for (const { each, place } of filtered) {
    const { filter = [], filter_or = [], project_id = null } = each;
    if (filter.length + filter_or.length === 0) continue;
    await budget.pause();
    await inPlaceAsync(place, () => checkFilter(queries, domain_id, project_id, { filter, filter_or }));
  }
  for (const [at, { steps }] of escalations.entries())
    // Whom they tell does not matter.
    inPlace(`escalations[${at}]`, () => validateSteps(steps.map((step) => ({ ...step, on_call: '' }))));
  for (const [at, { project_id = null, ...inhibition }] of inhibitions.entries()) {
    await budget.pause();
    await inPlaceAsync(`inhibitions[${at}]`, async () => {
      // It checks the times.
      Inhibition.create({ ...inhibition, domain_id, project_id, created_by: '' }, new Date(0));
      await checkConditions(queries, domain_id, inhibition);
    });
  }
}
