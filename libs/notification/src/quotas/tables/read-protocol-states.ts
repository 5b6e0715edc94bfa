import type { ClientBase, Pool } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import { protocolKey, type ProtocolState } from '../domain/decide-consumptions.js';
import type { DefaultQuota, QuotaLimit, Day } from '../domain/quota-limit.js';

export interface DomainProtocol {
  readonly domain_id: string;
  readonly protocol_id: string;
}

interface StateRow extends DomainProtocol {
  readonly quota_id: string | null;
  readonly limit: QuotaLimit | null;
  readonly used_day: string;
  readonly used_month: string;
}

/** Selects limit and usage of protocols on a day. The lateral joins make the planner use the index for each protocol. */
const STATES_SQL = `
  select k.domain_id, k.protocol_id, q.quota_id, q."limit", u.used_day, u.used_month
  from unnest($1::text[], $2::text[]) as k (domain_id, protocol_id)
  left join lateral (
    select quota_id, "limit" from quota q
    where q.domain_id = k.domain_id and q.protocol_id = k.protocol_id
    limit 1
  ) q on true
  cross join lateral (
    select coalesce(sum(consumed) filter (where day = $3::date), 0) as used_day,
      coalesce(sum(consumed), 0) as used_month
    from quota_usage u
    where u.domain_id = k.domain_id and u.protocol_id = k.protocol_id
      and day between date_trunc('month', $3::date)::date
        and (date_trunc('month', $3::date) + interval '1 month - 1 day')::date
  ) u`;

export async function readProtocolStates(
  client: ClientBase | Pool,
  protocols: readonly DomainProtocol[],
  day: Day,
  defaultQuota: DefaultQuota,
): Promise<Map<string, ProtocolState>> {
  const { rows } = await client.query<StateRow>({
    name: 'protocol states',
    text: STATES_SQL,
    values: [
      protocols.map(({ domain_id }) => domain_id),
      protocols.map(({ protocol_id }) => protocol_id),
      day,
    ],
  });
  return new Map(
    rows.map((row) => [
      protocolKey(row),
      {
        quota_id: row.quota_id && formatId('quota', row.quota_id),
        limit: row.limit ?? defaultQuota.limitOf(row.protocol_id),
        used: { day: Number(row.used_day), month: Number(row.used_month) },
      },
    ]),
  );
}
