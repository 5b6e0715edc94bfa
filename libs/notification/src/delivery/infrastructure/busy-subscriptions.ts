import type { ClientBase } from 'pg';
import type { ClaimCursor, DomainProgress } from '../domain/claim-rotation.js';

/** The maximum numbers of domains and of subscriptions, of all domains together, that one claim looks at. */
const MAX_DOMAINS = 50;
const MAX_SUBSCRIPTIONS = 200;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Selects subscriptions that have a lane: of the next domains in turn the next subscriptions, first one of each domain, then
 * a second of each. Recursive, so that each is found by one step in the index, however many lanes it has.
 */
export const BUSY_SUBSCRIPTIONS_SQL = `
  with recursive domains as (
    (select domain_id, 1 as place from notification_lane where domain_id > $1 order by domain_id limit 1)
    union all
    select (select domain_id from notification_lane where domain_id > domains.domain_id
            order by domain_id limit 1), place + 1
    from domains where domains.domain_id is not null and place < ${MAX_DOMAINS}
  ), turns as materialized (
    select domain_id, domains.place, after, ${MAX_SUBSCRIPTIONS} / count(*) over () as most
    from domains left join unnest($2::text[], $3::uuid[]) as place (domain_id, after) using (domain_id)
    where domain_id is not null
  )
  select turns.domain_id, turns.most::int, busy.subscription_id
  from turns left join lateral (
    with recursive busy as (
      (select subscription_id, 1 as place from notification_lane
       where domain_id = turns.domain_id and subscription_id > coalesce(turns.after, '${NIL_UUID}')
         and turns.domain_id <> all($4::text[])
       order by subscription_id limit 1)
      union all
      select (select subscription_id from notification_lane
              where domain_id = turns.domain_id and subscription_id > busy.subscription_id
              order by subscription_id limit 1), place + 1
      from busy where busy.subscription_id is not null and place < turns.most
    )
    select subscription_id, place from busy where subscription_id is not null
  ) as busy on true
  order by busy.place, turns.place`;

interface BusyRow {
  readonly domain_id: string;
  /** The maximum number of subscriptions that were selected of its domain. */
  readonly most: number;
  /** `null`: no subscription of the domain is left after the place. */
  readonly subscription_id: string | null;
}

/** The subscriptions whose turn it is, in the order of their turns. */
export class BusySubscriptions {
  private constructor(private readonly rows: readonly BusyRow[]) {}

  /** @param skippedDomains domains that are skipped */
  static async find(
    client: ClientBase,
    { domain, subscriptions }: ClaimCursor,
    skippedDomains: readonly string[],
  ): Promise<BusySubscriptions> {
    const { rows } = await client.query<BusyRow>({
      name: 'busy subscriptions',
      text: BUSY_SUBSCRIPTIONS_SQL,
      values: [domain, [...subscriptions.keys()], [...subscriptions.values()], skippedDomains],
    });
    return new BusySubscriptions(rows);
  }

  get ids(): readonly string[] {
    return this.rows.flatMap(({ subscription_id }) => subscription_id ?? []);
  }

  /**
   * Returns how far the claim came.
   * @param lastSubscription the last subscription that there was room for; `undefined` if there was room for all
   */
  measureProgress(lastSubscription: string | undefined): {
    domains: readonly DomainProgress[];
    lastDomain: string | undefined;
  } {
    const lastIndex =
      lastSubscription === undefined
        ? -1
        : this.rows.findIndex((row) => row.subscription_id === lastSubscription);
    const reached = new Set(
      this.rows.filter((row, at) => lastIndex === -1 || at <= lastIndex || row.subscription_id === null),
    );
    const byDomain = Map.groupBy(this.rows, ({ domain_id }) => domain_id);
    const domains = [...byDomain].map(([domain_id, domainRows]) => ({
      domain_id,
      after: domainRows.findLast((row) => reached.has(row))?.subscription_id ?? undefined,
      isComplete:
        domainRows.every((row) => reached.has(row)) &&
        domainRows.filter(({ subscription_id }) => subscription_id !== null).length <
          (domainRows[0]?.most ?? 0),
    }));
    const lastDomain = byDomain.size < MAX_DOMAINS ? undefined : domains.at(-1)?.domain_id;
    return { domains, lastDomain: lastIndex === -1 ? lastDomain : this.rows[lastIndex]?.domain_id };
  }
}
