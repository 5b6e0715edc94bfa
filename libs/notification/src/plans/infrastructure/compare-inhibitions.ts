import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { findPastRoles } from '../../inhibitions/application/preview-inhibition.js';
import { validateEqual, validateTime } from '../../inhibitions/domain/inhibition.js';
import { findHeldTimes, type HeldTimes } from '../../inhibitions/domain/preview-held.js';
import type { StoredInhibition } from '../../inhibitions/tables/inhibition-tables.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import type { DraftInhibition, HeldAlerts, PlanDraft } from '../application/preview-plan.js';
import type { PresentRecords } from './read-records.js';

type Terms = Pick<StoredInhibition, 'project_id' | 'source' | 'target' | 'equal' | 'wait' | 'settle' | 'max'>;

interface PastTime {
  readonly domain_id: string;
  readonly from: Date;
}

/** Returns what inhibitions held back in the past, and would have held back. */
export async function compareInhibitions(
  queries: AlertQueries,
  budget: PreviewBudget,
  { domain_id, from }: PastTime,
  { inhibitions }: PresentRecords,
  { inhibitions: drafts = [] }: PlanDraft,
) {
  let complete = true;
  const findTimes = async (terms: Terms | undefined): Promise<ReadonlyMap<string, HeldTimes>> => {
    if (terms === undefined) return new Map();
    const found = await findPastRoles(queries, budget, { ...terms, domain_id, from });
    complete &&= found.complete;
    await budget.pause();
    return findHeldTimes(terms, found.sources, found.targets);
  };
  const before: ReadonlyMap<string, HeldTimes>[] = [];
  const after: ReadonlyMap<string, HeldTimes>[] = [];
  const held: HeldAlerts[] = [];
  const stored = new Map(inhibitions.map((each) => [formatId('inhibition', each.inhibition_id), each]));
  for (const draft of drafts) {
    const present = await findTimes(stored.get(draft.inhibition_id ?? ''));
    const planned = await findTimes(resolve(draft));
    const { inhibition_id = null, name, project_id = null } = draft;
    held.push({ ...{ inhibition_id, name, project_id }, before: present.size, after: planned.size });
    before.push(present);
    after.push(planned);
    stored.delete(inhibition_id ?? '');
  }
  for (const terms of stored.values()) {
    const times = await findTimes(terms);
    before.push(times);
    after.push(times);
  }
  return { before: await merge(before, budget), after: await merge(after, budget), held, complete };
}

/** Returns the fields with their defaults; `undefined` if it does not take effect. */
function resolve(draft: DraftInhibition): Terms | undefined {
  if (draft.enabled === false) return undefined;
  return {
    project_id: draft.project_id ?? null,
    source: draft.source,
    target: draft.target,
    equal: validateEqual(draft.equal ?? []),
    wait: validateTime('wait', draft.wait),
    settle: validateTime('settle', draft.settle),
    max: validateTime('max', draft.max),
  };
}

/** Returns what holds each alert (uuid) back. */
async function merge(
  maps: readonly ReadonlyMap<string, HeldTimes>[],
  budget: PreviewBudget,
): Promise<ReadonlyMap<string, readonly HeldTimes[]>> {
  const merged = new Map<string, HeldTimes[]>();
  for (const map of maps)
    for (const [id, times] of map) {
      await budget.pause();
      const uuid = parseId('alert', id);
      const all = merged.get(uuid);
      if (all === undefined) merged.set(uuid, [times]);
      else all.push(times);
    }
  return merged;
}
