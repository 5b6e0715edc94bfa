import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId, type IdKind } from '#shared/kernel/ids.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { readPolicies, type StoredPolicy } from '../../escalations/tables/policies.js';
import {
  findInhibitionIds,
  readInhibitions,
  type StoredInhibition,
} from '../../inhibitions/tables/inhibition-tables.js';
import { readSilences, readSilencesById, type StoredSilence } from '../../silences/tables/decide-silenced.js';
import {
  readDomainSubscriptions,
  type ReadSubscription,
} from '../../subscriptions/tables/subscription-table.js';
import type { PlanDraft } from '../application/preview-plan.js';

/** The records of a domain as they are. */
export interface PresentRecords {
  readonly subscriptions: readonly ReadSubscription[];
  /** Those that apply at some time of the past, and those that the plan changes. */
  readonly silences: readonly StoredSilence[];
  /** Those that take effect. */
  readonly inhibitions: readonly StoredInhibition[];
  readonly escalations: readonly StoredPolicy[];
}

/** Reads the records of a domain that decide who is told of a change. @throws ERROR_NOT_FOUND if the plan names another */
export async function readRecords(
  client: RecordReader,
  domain_id: string,
  draft: PlanDraft,
  time: { readonly from: Date; readonly to: Date },
): Promise<PresentRecords> {
  const domains = [domain_id];
  const subscriptions = await readDomainSubscriptions(client, domain_id);
  const applying = await readSilences(client, { domains, ...time });
  const silenceIds = parseIds('silence', draft.silences);
  const changed = await readSilencesById(client, domain_id, silenceIds);
  const inhibitions = await readInhibitions(client, domains);
  const inhibitionIds = parseIds('inhibition', draft.inhibitions);
  const escalations = await readPolicies(client, domains);
  requireAll(
    'subscription',
    parseIds('subscription', draft.subscriptions),
    toSet(subscriptions, 'subscription_id'),
  );
  requireAll('silence', silenceIds, toSet(changed, 'silence_id'));
  requireAll('inhibition', inhibitionIds, await findInhibitionIds(client, domain_id, inhibitionIds));
  requireAll('escalation', parseIds('escalation', draft.escalations), toSet(escalations, 'escalation_id'));
  const known = toSet(applying, 'silence_id');
  const silences = [...applying, ...changed.filter(({ silence_id }) => !known.has(silence_id))];
  return { subscriptions, silences, inhibitions, escalations };
}

const toSet = <Name extends string>(rows: readonly Readonly<Record<Name, string>>[], id: Name) =>
  new Set(rows.map((row) => row[id]));

/** Returns the ids of the records that a plan changes, as uuids. */
function parseIds<Kind extends IdKind>(
  kind: Kind,
  drafts: readonly { readonly [Id in `${Kind}_id`]?: string | undefined }[] | undefined,
): readonly string[] {
  return (drafts ?? []).flatMap((draft) => {
    const id = draft[`${kind}_id`];
    return id === undefined ? [] : [parseId(kind, id)];
  });
}

function requireAll(kind: IdKind, wanted: readonly string[], found: ReadonlySet<string>): void {
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined) throw DomainError.notFound(`The ${kind}`, formatId(kind, missing));
  if (new Set(wanted).size < wanted.length)
    throw DomainError.invalid(`${kind}s`, `must name each ${kind}_id once`);
}
