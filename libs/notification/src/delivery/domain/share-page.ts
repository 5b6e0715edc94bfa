/** Of a page, in the main round: a domain of which more may be told is read apart. */
const OF_A_DOMAIN = 1_000;

interface Change {
  readonly domain_id: string;
}

/** By domain. */
type Subscriptions = ReadonlyMap<string, readonly unknown[]>;

/** Domains of which so much may be told, if everybody in them is told of all, that others would wait for it. */
export function overloading(changes: readonly Change[], subscriptions: Subscriptions): readonly string[] {
  return [...Map.groupBy(changes, ({ domain_id }) => domain_id)].flatMap(([domain_id, its]) =>
    its.length * (subscriptions.get(domain_id)?.length ?? 0) > OF_A_DOMAIN ? [domain_id] : [],
  );
}

/** One change at least, and no more than make `most` notifications if everybody in their domains is told of all. */
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
