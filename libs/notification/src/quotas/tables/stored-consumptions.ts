import type { ClientBase } from 'pg';
import { formatId, parseId } from '#shared/kernel/ids.js';
import {
  KEY_LIFETIME_MS,
  type ConsumptionRequest,
  type RetryMark,
  type StoredConsumption,
} from '../domain/consumption.js';
import type { Decision } from '../domain/decide-consumptions.js';
import type { Day } from '../domain/utc-window.js';

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
export async function findStoredConsumptions(
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
export async function storeDecision(
  client: ClientBase,
  { granted, usage }: Decision,
  day: Day,
): Promise<void> {
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
