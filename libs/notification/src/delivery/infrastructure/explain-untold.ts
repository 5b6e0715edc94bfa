import type { AlertChange, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { printCondition, printFilterText } from '#shared/query/text/print-filter-text.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import type { Group } from '../../subscriptions/domain/group.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { matchQueries, type MatchEach } from '../../subscriptions/tables/match-queries.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { MAX_UNTOLD, type UntoldSubscription } from '../application/preview-telling.js';
import { wantsKind } from '../../subscriptions/domain/wanted-kinds.js';
import type { DomainSubscription } from './change-matcher.js';

/** A subscription of the domain, also one that is disabled. */
export interface KnownSubscription {
  /** uuid */
  readonly subscription_id: string;
  readonly name: string;
  readonly protocol_id: string;
  readonly state: string;
  readonly state_reason: string | null;
  readonly group_by: Group | null;
}

/** Returns the subscriptions of a domain, by uuid, in the order of their names. */
export async function readKnownSubscriptions(
  client: RecordReader,
  domain_id: string,
): Promise<ReadonlyMap<string, KnownSubscription>> {
  const { rows } = await client.query<KnownSubscription>({
    name: 'subscriptions of a preview',
    text: `
      select subscription_id, name, protocol_id, state, state_reason, group_by from subscription
      where domain_id = $1 and deleted_at is null
      order by name, subscription_id`,
    values: [domain_id],
  });
  return new Map(rows.map((row) => [row.subscription_id, row]));
}

type Why = Pick<UntoldSubscription, 'reason' | 'details' | 'conditions'>;

interface Untold {
  readonly known: KnownSubscription;
  /** `undefined`: it is disabled. */
  readonly enabled: DomainSubscription | undefined;
}

/** The most conditions that are named of one subscription, and the characters of each. */
const MAX_CONDITIONS = 10;
const MAX_TEXT = 500;
/** More than a filter has conditions: a subscription whose conditions do not matter comes after all of which they do. */
const MAX_PLAIN = 1_000;

/**
 * Returns why each of these subscriptions is not told of a change: those that nearly match first, by the number of conditions in
 * the way, then those whose conditions do not matter. Conditions are asked one by one, by the code that asks whole filters, of at
 * most {@link MAX_UNTOLD} subscriptions.
 * @param invalid the reasons of those whose filter is not valid
 * @throws ERROR_QUERY_TIMEOUT
 */
export async function explainUntold(
  queries: AlertQueries,
  { change, project_id }: { readonly change: AlertChange; readonly project_id: string },
  untold: readonly Untold[],
  invalid: ReadonlyMap<DomainSubscription, string>,
  budget: PreviewBudget,
): Promise<readonly UntoldSubscription[]> {
  const reasons = new Map(untold.map((each) => [each, findPlainReason(each, change, project_id, invalid)]));
  const asked = untold.filter((each) => reasons.get(each) === undefined).slice(0, MAX_UNTOLD);
  const candidates = asked.flatMap(({ known, enabled }) => {
    if (enabled === undefined) return [];
    const { filter, filter_or } = enabled;
    const all = filter.map((condition) => ({
      known,
      text: printCondition(condition as Readonly<Record<string, unknown>>),
      query: buildAlertQuery({ filter: [condition], filter_or: [] }, null),
      items: [change],
    }));
    if (filter_or.length === 0) return all;
    const text = printFilterText({ filter_or: filter_or as Readonly<Record<string, unknown>>[] });
    return [
      ...all,
      { known, text, query: buildAlertQuery({ filter: [], filter_or }, null), items: [change] },
    ];
  });
  const match: MatchEach<AlertChange> = (query, of) => {
    budget.check();
    return queries.matchChanges(change.domain_id, query, of, budget.signal);
  };
  const found = await matchQueries(match, candidates, () => undefined);
  const failed = Map.groupBy(
    candidates.filter((candidate) => found.get(candidate)?.length === 0),
    ({ known }) => known,
  );
  // What was not asked, of which there are too many to be shown, is last.
  const countInWay = (each: Untold): number =>
    reasons.get(each) === undefined ? (failed.get(each.known)?.length ?? Infinity) : MAX_PLAIN;
  return untold
    .toSorted((a, b) => countInWay(a) - countInWay(b))
    .map((each) => {
      const texts = failed.get(each.known)?.map(({ text }) => text.slice(0, MAX_TEXT)) ?? [];
      const byConditions: Why = {
        ...{ reason: 'CONDITIONS', details: null, conditions: texts.slice(0, MAX_CONDITIONS) },
      };
      return describeUntold(each.known, reasons.get(each) ?? byConditions);
    });
}

/** Returns the reason of a subscription whose conditions do not matter. */
function findPlainReason(
  { known, enabled }: Untold,
  { kind }: AlertChange,
  project_id: string,
  invalid: ReadonlyMap<DomainSubscription, string>,
): Why | undefined {
  if (enabled === undefined) return { reason: 'DISABLED', details: known.state_reason, conditions: [] };
  const problem = invalid.get(enabled);
  if (problem !== undefined) return { reason: 'INVALID_FILTER', details: problem, conditions: [] };
  if (enabled.trigger === 'ESCALATION') return { reason: 'NO_STEP', details: null, conditions: [] };
  if (!wantsKind(kind, enabled)) return { reason: 'KIND', details: `alert.${kind}`, conditions: [] };
  if (enabled.project_id !== null && enabled.project_id !== project_id)
    return { reason: 'PROJECT', details: enabled.project_id, conditions: [] };
  return undefined;
}

function describeUntold({ subscription_id, name, protocol_id }: KnownSubscription, why: Why) {
  return { subscription_id: formatId('subscription', subscription_id), name, protocol_id, ...why };
}
