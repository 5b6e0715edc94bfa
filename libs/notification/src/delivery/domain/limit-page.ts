/**
 * The number of notifications of one domain in a page of the main round. A domain that may exceed it is fanned out
 * separately.
 */
const MAX_PER_DOMAIN = 1_000;

interface Change {
  readonly domain_id: string;
}

/** The subscriptions of each domain. */
type Subscriptions = ReadonlyMap<string, readonly unknown[]>;

/**
 * Returns the domains whose changes may make so many notifications, if every subscription matches, that other domains would
 * wait.
 */
export function findOverloadedDomains(
  changes: readonly Change[],
  subscriptions: Subscriptions,
): readonly string[] {
  return [...Map.groupBy(changes, ({ domain_id }) => domain_id)].flatMap(([domain_id, domainChanges]) =>
    domainChanges.length * (subscriptions.get(domain_id)?.length ?? 0) > MAX_PER_DOMAIN ? [domain_id] : [],
  );
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
