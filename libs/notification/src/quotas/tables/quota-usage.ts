import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import { formatId, parseId } from '#shared/kernel/ids.js';
import {
  KEY_LIFETIME_MS,
  type ConsumptionRequest,
  type RetryMark,
  type StoredConsumption,
} from '../domain/consumption.js';
import {
  decideConsumptions,
  protocolKey,
  type Decision,
  type ProtocolState,
} from '../domain/decide-consumptions.js';
import { formatDay, type DefaultQuota, type Day, type QuotaLimit } from '../domain/quota-limit.js';

/** The clock by which the days and months of quotas begin, for all processes at once. Tests replace it. */
export abstract class QuotaClock {
  abstract now(sql: Pick<ClientBase, 'query'>): Date | Promise<Date>;
}

/** The clock of the database, at the time of the call and not at the beginning of the transaction. */
@Injectable()
export class DatabaseQuotaClock extends QuotaClock {
  async now(sql: Pick<ClientBase, 'query'>): Promise<Date> {
    const { rows } = await sql.query<{ now: Date }>({
      name: 'time of quotas',
      text: 'select clock_timestamp() as now',
    });
    const [row] = rows;
    if (row === undefined) throw new Error('the database did not tell the time');
    return row.now;
  }
}

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

interface ConsumptionRow {
  readonly consumption_id: string;
  readonly retry_key: Buffer;
  readonly request: Buffer;
  readonly created_at: Date;
  readonly remaining_day: string | null;
  readonly remaining_month: string | null;
}

const parseHex = (hex: string | undefined) => (hex === undefined ? null : Buffer.from(hex, 'hex'));
const parseCount = (stored: string | null) => (stored === null ? null : Number(stored));

/** Returns the consumptions stored under the retry keys of the requests. Frees keys that are past their lifetime. */
async function findStoredConsumptions(
  client: ClientBase,
  requests: readonly ConsumptionRequest[],
  now: Date,
): Promise<Map<string, StoredConsumption>> {
  const marks = requests.map(({ mark }) => mark).filter((mark): mark is RetryMark => mark !== undefined);
  if (marks.length === 0) return new Map();
  const { rows } = await client.query<ConsumptionRow>({
    name: 'consumptions of keys',
    text: `
      select consumption_id, retry_key, request, created_at, remaining_day, remaining_month
      from quota_consumption where retry_key = any($1::bytea[])`,
    values: [marks.map(({ key }) => parseHex(key))],
  });
  const isExpired = ({ created_at }: ConsumptionRow) =>
    now.getTime() - created_at.getTime() >= KEY_LIFETIME_MS;
  const expiredIds = rows.filter(isExpired).map(({ consumption_id }) => consumption_id);
  if (expiredIds.length > 0) {
    await client.query(
      'update quota_consumption set retry_key = null where consumption_id = any($1::uuid[])',
      [expiredIds],
    );
  }
  return new Map(
    rows
      .filter((row) => !isExpired(row))
      .map((row) => [
        row.retry_key.toString('hex'),
        {
          consumption_id: formatId('consumption', row.consumption_id),
          request: row.request.toString('hex'),
          remaining: { day: parseCount(row.remaining_day), month: parseCount(row.remaining_month) },
          at: row.created_at,
        },
      ]),
  );
}

/** Stores usage and consumptions in one statement. */
async function storeDecision(client: ClientBase, { granted, usage }: Decision, day: Day): Promise<void> {
  const tallies = [...usage.values()];
  await client.query({
    name: 'store consumptions',
    text: `
      with used as (
        insert into quota_usage as u (domain_id, protocol_id, day, consumed, refused)
        select domain_id, protocol_id, $1::date, consumed, refused
        from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[])
          as t (domain_id, protocol_id, consumed, refused)
        on conflict (domain_id, protocol_id, day) do update
        set consumed = u.consumed + excluded.consumed, refused = u.refused + excluded.refused
      )
      insert into quota_consumption (day, consumption_id, domain_id, protocol_id, amount, created_at,
        remaining_day, remaining_month, retry_key, request)
      select $1::date, *
      from unnest($6::uuid[], $7::text[], $8::text[], $9::int[], $10::timestamptz[], $11::bigint[], $12::bigint[],
        $13::bytea[], $14::bytea[])`,
    values: [
      day,
      tallies.map(({ domain_id }) => domain_id),
      tallies.map(({ protocol_id }) => protocol_id),
      tallies.map(({ consumed }) => consumed),
      tallies.map(({ refused }) => refused),
      granted.map(({ consumption_id }) => parseId('consumption', consumption_id)),
      granted.map(({ domain_id }) => domain_id),
      granted.map(({ protocol_id }) => protocol_id),
      granted.map(({ amount }) => amount),
      granted.map(({ outcome }) => outcome.at),
      granted.map(({ outcome }) => outcome.remaining.day),
      granted.map(({ outcome }) => outcome.remaining.month),
      granted.map(({ mark }) => parseHex(mark?.key)),
      granted.map(({ mark }) => parseHex(mark?.request)),
    ],
  });
}

/**
 * Returns a statement that locks the usage of these protocols until the end of the transaction, in a fixed order to avoid
 * deadlocks. The next statement sees everything that former holders have committed. Locking and reading rows in one statement
 * would not guarantee that. The values are in the text, so that the statement can be sent together with others.
 */
export function buildLockSql(protocols: Iterable<DomainProtocol>): string {
  const locks = [...new Set([...protocols].map(protocolKey))]
    .map((protocol) => hash('sha256', `quota ${protocol}`, 'buffer').readBigInt64BE())
    .toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return `select count(pg_advisory_xact_lock(h)::text) from unnest('{${locks.join()}}'::bigint[]) as h`;
}

/**
 * Decides consumptions and stores the result, in the transaction of the caller, which must hold the locks of the protocols.
 * @param countedRefusals ids of consumptions whose refusal was counted before
 */
export async function consumeInTransaction(
  client: ClientBase,
  requests: readonly ConsumptionRequest[],
  clock: QuotaClock,
  defaultQuota: DefaultQuota,
  countedRefusals: ReadonlySet<string> = new Set(),
): Promise<Decision['outcomes']> {
  // Read the clock only after the locks were granted: a request that waited past midnight consumes on the new day.
  const now = await clock.now(client);
  const day = formatDay(now);
  const protocols = new Map(requests.map((request) => [protocolKey(request), request]));
  const states = await readProtocolStates(client, [...protocols.values()], day, defaultQuota);
  const stored = await findStoredConsumptions(client, requests, now);
  const decision = decideConsumptions(requests, states, stored, now);
  requests.forEach((request, at) => {
    const outcome = decision.outcomes[at];
    const tally = decision.usage.get(protocolKey(request));
    const isRefused =
      outcome !== undefined && 'allowed' in outcome && !outcome.allowed && !outcome.isWithheld;
    if (tally && isRefused && countedRefusals.has(request.consumption_id)) tally.refused -= request.amount;
  });
  await storeDecision(client, decision, day);
  return decision.outcomes;
}

/**
 * Releases consumptions entirely, each once, on the days on which they were taken. Runs in the transaction of the caller,
 * which must hold the locks of their protocols.
 * @param consumptions uuids
 */
export async function releaseInTransaction(
  client: ClientBase,
  consumptions: readonly string[],
  at: Date,
): Promise<void> {
  await client.query({
    name: 'release consumptions',
    text: `
      with given as (
        update quota_consumption set released = amount, released_at = $2
        where consumption_id = any($1::uuid[]) and released is null
        returning domain_id, protocol_id, day, amount
      )
      update quota_usage u set consumed = u.consumed - given.amount
      from (select domain_id, protocol_id, day, sum(amount) as amount from given group by 1, 2, 3) as given
      where u.domain_id = given.domain_id and u.protocol_id = given.protocol_id and u.day = given.day`,
    values: [consumptions, at],
  });
}
