import type { ClientBase } from 'pg';
import type { ClaimPlace, LookedDomain } from '../domain/claim-turns.js';

/** The maximum numbers of domains and of subscriptions, of all domains together, that one claim looks at. */
const DOMAINS = 50;
const SUBSCRIPTIONS = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Selects subscriptions that have a lane: of the next domains in turn the next subscriptions, first one of each domain, then
 * a second of each. Recursive, so that each is found by one step in the index, however many lanes it has.
 */
export const BUSY = `
  with recursive domains as (
    (select domain_id, 1 as place from notification_lane where domain_id > $1 order by domain_id limit 1)
    union all
    select (select domain_id from notification_lane where domain_id > domains.domain_id
            order by domain_id limit 1), place + 1
    from domains where domains.domain_id is not null and place < ${DOMAINS}
  ), turns as materialized (
    select domain_id, domains.place, after, ${SUBSCRIPTIONS} / count(*) over () as most
    from domains left join unnest($2::text[], $3::uuid[]) as place (domain_id, after) using (domain_id)
    where domain_id is not null
  )
  select turns.domain_id, turns.most::int, busy.subscription_id
  from turns left join lateral (
    with recursive busy as (
      (select subscription_id, 1 as place from notification_lane
       where domain_id = turns.domain_id and subscription_id > coalesce(turns.after, '${FIRST}')
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

  /** @param busy domains that are skipped */
  static async find(
    client: ClientBase,
    { domain, subscriptions }: ClaimPlace,
    busy: readonly string[],
  ): Promise<BusySubscriptions> {
    const { rows } = await client.query<BusyRow>({
      name: 'busy subscriptions',
      text: BUSY,
      values: [domain, [...subscriptions.keys()], [...subscriptions.values()], busy],
    });
    return new BusySubscriptions(rows);
  }

  get ids(): readonly string[] {
    return this.rows.flatMap(({ subscription_id }) => subscription_id ?? []);
  }

  /**
   * Returns how far the claim came.
   * @param last the last subscription that there was room for; `undefined` if there was room for all
   */
  lookedAt(last: string | undefined): { domains: readonly LookedDomain[]; behind: string | undefined } {
    const end = last === undefined ? -1 : this.rows.findIndex((row) => row.subscription_id === last);
    const reached = new Set(
      this.rows.filter((row, at) => end === -1 || at <= end || row.subscription_id === null),
    );
    const byDomain = Map.groupBy(this.rows, ({ domain_id }) => domain_id);
    const domains = [...byDomain].map(([domain_id, its]) => ({
      domain_id,
      after: its.findLast((row) => reached.has(row))?.subscription_id ?? undefined,
      isWhole:
        its.every((row) => reached.has(row)) &&
        its.filter(({ subscription_id }) => subscription_id !== null).length < (its[0]?.most ?? 0),
    }));
    const lastDomain = byDomain.size < DOMAINS ? undefined : domains.at(-1)?.domain_id;
    return { domains, behind: end === -1 ? lastDomain : this.rows[end]?.domain_id };
  }
}
