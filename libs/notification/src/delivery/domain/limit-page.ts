/**
 * The number of notifications of one domain in a page of the main round. A domain that may exceed it is fanned out
 * separately.
 */
const MAX_PER_DOMAIN = 1_000;
/** The number of changes of one domain in a page of the main round, if more changes wait behind it. */
const MAX_CHANGES_PER_DOMAIN = 25;

interface Change {
  readonly domain_id: string;
}

/** The subscriptions of each domain. */
type Subscriptions = ReadonlyMap<string, readonly unknown[]>;

/**
 * Returns the domains for which others would wait: those whose changes may make too many notifications, if every
 * subscription matches, and those with many changes in a page behind which more wait.
 * @param hasMore whether more changes wait behind the page
 */
export function findOverloadedDomains(
  changes: readonly Change[],
  subscriptions: Subscriptions,
  hasMore: boolean,
): readonly string[] {
  const maxChanges = hasMore ? MAX_CHANGES_PER_DOMAIN : Number.POSITIVE_INFINITY;
  return [...Map.groupBy(changes, ({ domain_id }) => domain_id)].flatMap(([domain_id, domainChanges]) => {
    const notifications = domainChanges.length * (subscriptions.get(domain_id)?.length ?? 0);
    return notifications > MAX_PER_DOMAIN || domainChanges.length > maxChanges ? [domain_id] : [];
  });
}

/** Returns the first changes, at least one, that make at most `limit` notifications if every subscription matches. */
export function takeFirstChanges<C extends Change>(
  changes: readonly C[],
  subscriptions: Subscriptions,
  limit: number,
): readonly C[] {
  let total = 0;
  const end = changes.findIndex(({ domain_id }, at) => {
    total += subscriptions.get(domain_id)?.length ?? 0;
    return at > 0 && total > limit;
  });
  return end === -1 ? changes : changes.slice(0, end);
}
