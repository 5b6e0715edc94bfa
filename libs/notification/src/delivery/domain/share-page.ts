/**
 * The number of notifications of one domain in a page of the main round. A domain that may exceed it is fanned out
 * separately.
 */
const OF_A_DOMAIN = 1_000;

interface Change {
  readonly domain_id: string;
}

/** The subscriptions of each domain. */
type Subscriptions = ReadonlyMap<string, readonly unknown[]>;

/**
 * Returns the domains whose changes may make so many notifications, if every subscription matches, that other domains would
 * wait.
 */
export function overloading(changes: readonly Change[], subscriptions: Subscriptions): readonly string[] {
  return [...Map.groupBy(changes, ({ domain_id }) => domain_id)].flatMap(([domain_id, its]) =>
    its.length * (subscriptions.get(domain_id)?.length ?? 0) > OF_A_DOMAIN ? [domain_id] : [],
  );
}

/** Returns the first changes, at least one, that make at most `most` notifications if every subscription matches. */
export function beginningOf<C extends Change>(
  changes: readonly C[],
  subscriptions: Subscriptions,
  most: number,
): readonly C[] {
  let number = 0;
  const end = changes.findIndex(({ domain_id }, at) => {
    number += subscriptions.get(domain_id)?.length ?? 0;
    return at > 0 && number > most;
  });
  return end === -1 ? changes : changes.slice(0, end);
}
