import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { findPastRoles } from '../../inhibitions/application/preview-inhibition.js';
import { validateEqual, validateTime } from '../../inhibitions/domain/inhibition.js';
import { findHeldSpans, type HeldSpan } from '../../inhibitions/domain/preview-held.js';
import type { StoredInhibition } from '../../inhibitions/tables/inhibition-table.js';
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
  { domain_id, from }: PastTime,
  { inhibitions }: PresentRecords,
  { inhibitions: drafts = [] }: PlanDraft,
  requireTime: () => void,
) {
  let complete = true;
  const findSpans = async (terms: Terms | undefined): Promise<ReadonlyMap<string, readonly HeldSpan[]>> => {
    requireTime();
    if (terms === undefined) return new Map();
    const found = await findPastRoles(queries, domain_id, terms, from);
    complete &&= found.complete;
    const spans = findHeldSpans(terms, found.sources, found.targets);
    return new Map([...spans].map(([id, each]) => [parseId('alert', id), each]));
  };
  const before: ReadonlyMap<string, readonly HeldSpan[]>[] = [];
  const after: ReadonlyMap<string, readonly HeldSpan[]>[] = [];
  const held: HeldAlerts[] = [];
  const stored = new Map(inhibitions.map((each) => [formatId('inhibition', each.inhibition_id), each]));
  for (const draft of drafts) {
    const present = await findSpans(stored.get(draft.inhibition_id ?? ''));
    const planned = await findSpans(resolve(draft));
    const { inhibition_id = null, name, project_id = null } = draft;
    held.push({ ...{ inhibition_id, name, project_id }, before: present.size, after: planned.size });
    before.push(present);
    after.push(planned);
    stored.delete(inhibition_id ?? '');
  }
  for (const terms of stored.values()) {
    const spans = await findSpans(terms);
    before.push(spans);
    after.push(spans);
  }
  return { before: merge(before), after: merge(after), held, complete };
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

function merge(
  maps: readonly ReadonlyMap<string, readonly HeldSpan[]>[],
): ReadonlyMap<string, readonly HeldSpan[]> {
  const merged = new Map<string, HeldSpan[]>();
  for (const map of maps)
    for (const [id, spans] of map) {
      const all = merged.get(id);
      if (all === undefined) merged.set(id, [...spans]);
      else all.push(...spans);
    }
  return merged;
}
