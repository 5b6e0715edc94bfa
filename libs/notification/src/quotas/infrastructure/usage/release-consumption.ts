import type { Pool } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { Release, ReleaseRequest } from '../../application/ports/usage-ledger.js';
import { Allowance } from '../../domain/allowance.js';
import { KEY_LIFETIME_MS, type RetryMark } from '../../domain/consumption.js';
import { createMismatchError, protocolKey } from '../../domain/decide-consumptions.js';
import type { DefaultQuota } from '../../domain/default-quota.js';
import { formatDay } from '../../domain/utc-window.js';
import type { QuotaClock } from '../../tables/quota-clock.js';
import { readProtocolStates } from '../../tables/read-protocol-states.js';

const UNIQUE_VIOLATION = '23505';

interface ReleaseRow {
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly day: string;
  readonly amount: number;
  readonly released: number | null;
  readonly release_key: Buffer | null;
  readonly release_request: Buffer | null;
  readonly done: boolean;
}

interface KeyRow {
  readonly consumption_id: string;
  readonly release_request: Buffer;
  /** `null` if the release was stored without a time. */
  readonly released_at: Date | null;
}

/** Marks the consumption as released and subtracts it from the usage of its day, or does neither. `done` tells which. */
const RELEASE_SQL = `
  with wanted as (
    select c.* from quota_consumption c
    where c.consumption_id = $1 and c.domain_id = $2
      and ($3::uuid is null or exists (
        select from quota q
        where q.quota_id = $3 and q.domain_id = c.domain_id and q.protocol_id = c.protocol_id))
  ), given as (
    update quota_consumption c
    set released = coalesce($4::int, c.amount), release_key = $5, release_request = $6, released_at = $7
    from wanted
    where c.consumption_id = wanted.consumption_id and c.released is null and coalesce($4::int, c.amount) <= c.amount
    returning c.*
  ), used as (
    update quota_usage u set consumed = u.consumed - given.released
    from given
    where u.domain_id = given.domain_id and u.protocol_id = given.protocol_id and u.day = given.day
  )
  select w.domain_id, w.protocol_id, w.day::text, w.amount, coalesce(g.released, w.released) as released,
    w.release_key, w.release_request, g.consumption_id is not null as done
  from wanted w left join given g using (consumption_id)`;

export async function releaseConsumption(
  pool: Pool,
  scope: Scope,
  { consumption_id, quota_id, amount, mark }: ReleaseRequest,
  clock: QuotaClock,
  defaultQuota: DefaultQuota,
): Promise<Release> {
  const parseHex = (hex: string | undefined) => (hex === undefined ? null : Buffer.from(hex, 'hex'));
  const at = await clock.now(pool);
  if (mark) await requireUnusedKey(pool, mark, at);
  const values = [
    parseId('consumption', consumption_id),
    scope.domain_id,
    quota_id === undefined ? null : parseId('quota', quota_id),
    amount ?? null,
    parseHex(mark?.key),
    parseHex(mark?.request),
    at,
  ];
  let row = await tryRelease(pool, values);
  // A concurrent release is visible only to a second statement.
  if (row && !row.done && row.released === null) row = await tryRelease(pool, values);
  if (!row) throw DomainError.notFound('The consumption');
  const isRetry = mark !== undefined && row.release_key?.toString('hex') === mark.key;
  if (!row.done && row.released === null) {
    throw DomainError.invalid('amount', `must be at most what was consumed (${row.amount})`);
  }
  if (!row.done && !isRetry) {
    throw new DomainError('ERROR_CONFLICT', 'conflict', 'The consumption was given back before');
  }
  const states = await readProtocolStates(pool, [row], formatDay(at), defaultQuota);
  const { limit, used } = states.get(protocolKey(row)) ?? {
    limit: defaultQuota.limitOf(row.protocol_id),
    used: { day: 0, month: 0 },
  };
  const { remaining } = new Allowance(limit, used);
  return { consumption_id, released: row.released ?? 0, day: row.day, limit, remaining };
}

/**
 * Rejects a key that released something else before. Frees it if it is past its lifetime.
 * @throws ERROR_IDEMPOTENCY_MISMATCH
 */
async function requireUnusedKey(pool: Pool, { key, request }: RetryMark, now: Date): Promise<void> {
  const { rows } = await pool.query<KeyRow>(
    'select consumption_id, release_request, released_at from quota_consumption where release_key = $1',
    [Buffer.from(key, 'hex')],
  );
  const [existing] = rows;
  if (existing === undefined || existing.release_request.toString('hex') === request) return;
  const isExpired = existing.released_at && now.getTime() - existing.released_at.getTime() >= KEY_LIFETIME_MS;
  if (!isExpired) throw createMismatchError();
  await pool.query('update quota_consumption set release_key = null where consumption_id = $1', [
    existing.consumption_id,
  ]);
}

/** The unique index rejects a key that has released something else since it was checked. */
async function tryRelease(pool: Pool, values: unknown[]): Promise<ReleaseRow | undefined> {
  try {
    return (await pool.query<ReleaseRow>(RELEASE_SQL, values)).rows[0];
  } catch (error) {
    throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? createMismatchError() : error;
  }
}
