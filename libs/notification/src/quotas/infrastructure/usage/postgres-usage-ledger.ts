import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Batcher, type PendingRequest } from '#shared/kernel/batcher.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, tryParseId, parseId } from '#shared/kernel/ids.js';
import { MaxMinShares } from '#shared/kernel/domain-shares.js';
import type { Scope } from '#shared/kernel/scope.js';
import { UNIQUE_VIOLATION } from '#shared/platform/persistence/database-unavailable.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import {
  UsageLedger,
  type ConsumptionToDecide,
  type Release,
  type ReleaseRequest,
} from '../../application/ports/usage-ledger.js';
import { Allowance, DefaultQuota, formatDay } from '../../domain/quota-limit.js';
import {
  KEY_LIFETIME_MS,
  type ConsumptionOutcome,
  type ConsumptionRequest,
  type RetryMark,
} from '../../domain/consumption.js';
import { createMismatchError, protocolKey } from '../../domain/decide-consumptions.js';
import {
  consumeInTransaction,
  buildLockSql,
  QuotaClock,
  readProtocolStates,
} from '../../tables/quota-usage.js';

interface QuotaReference {
  readonly domain_id: string;
  readonly quota_id: string;
}

const MAX_ENTRIES = 50_000;
const quotaKey = ({ domain_id, quota_id }: QuotaReference) => `${domain_id} ${quota_id}`;

/**
 * Caches the protocol of each quota, which never changes. Deleted quotas stay in the cache, so the caller must check that the
 * protocol still has the quota.
 */
class QuotaProtocolCache {
  private readonly cache = new Map<string, string>();

  constructor(private readonly pool: Pool) {}

  /** Returns protocols by {@link quotaKey}. Quotas that do not exist are missing. */
  async find(quotas: readonly QuotaReference[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const ids = new Set<string>();
    for (const quota of quotas) {
      const protocol_id = this.cache.get(quotaKey(quota));
      const uuid = protocol_id === undefined ? tryParseId('quota', quota.quota_id) : undefined;
      if (protocol_id !== undefined) found.set(quotaKey(quota), protocol_id);
      if (uuid !== undefined) ids.add(uuid);
    }
    if (ids.size === 0) return found;
    const { rows } = await this.pool.query<QuotaReference & { protocol_id: string }>(
      'select quota_id, domain_id, protocol_id from quota where quota_id = any($1::uuid[])',
      [[...ids]],
    );
    if (this.cache.size + rows.length > MAX_ENTRIES) this.cache.clear();
    for (const { domain_id, quota_id, protocol_id } of rows) {
      const key = quotaKey({ domain_id, quota_id: formatId('quota', quota_id) });
      found.set(key, protocol_id);
      this.cache.set(key, protocol_id);
    }
    return found;
  }
}

/** The longest time that a process which stands still blocks the protocols it has locked. */
const LOCK_TIMEOUT_MS = 5_000;

/** The commit was sent but not answered. It may have succeeded or not. */
class CommitUnknownError extends Error {}

/**
 * Decides and stores a group of consumptions in one transaction. Its protocols are locked before their usage is read, until
 * the commit. So no decision uses figures that are about to change, and no process decides by another day.
 */
async function consumeGroup(
  pool: Pool,
  requests: readonly ConsumptionRequest[],
  clock: QuotaClock,
  defaultQuota: DefaultQuota,
): Promise<readonly (ConsumptionOutcome | DomainError)[]> {
  const client = await pool.connect();
  let step: 'before commit' | 'commit' | 'done' = 'before commit';
  try {
    // One text, so that the statements are sent in one round trip.
    await client.query(
      `begin; set local lock_timeout = ${LOCK_TIMEOUT_MS};
       set local idle_in_transaction_session_timeout = ${LOCK_TIMEOUT_MS};
       ${buildLockSql(requests)}`,
    );
    const outcomes = await consumeInTransaction(client, requests, clock, defaultQuota);
    step = 'commit';
    await client.query('commit');
    step = 'done';
    return outcomes;
  } catch (error) {
    throw step === 'commit' ? new CommitUnknownError('the commit got no answer', { cause: error }) : error;
  } finally {
    // A connection inside a transaction cannot be used again.
    client.release(step !== 'done');
  }
}

const MAX_ATTEMPTS = 2;
const MAX_WAITING = 20_000;

@Injectable()
export class PostgresUsageLedger extends UsageLedger {
  /** Two batches at once: one is being committed while the next gathers. Each locks every protocol in it. */
  private readonly batches = new Batcher<ConsumptionToDecide, ConsumptionOutcome>(
    (batch) => this.decideBatch(batch),
    { concurrency: 2, perBatch: 256 },
  );

  private readonly shares = new MaxMinShares(MAX_WAITING);
  private readonly protocols: QuotaProtocolCache;

  constructor(
    private readonly pool: IngestPool,
    private readonly clock: QuotaClock,
    private readonly defaultQuota: DefaultQuota,
  ) {
    super();
    this.protocols = new QuotaProtocolCache(pool);
  }

  consume(request: ConsumptionToDecide): Promise<ConsumptionOutcome> {
    const { domain_id } = request;
    const holder = this.shares.getHolder(domain_id, domain_id);
    if (!this.shares.acquire(holder, 1))
      return Promise.reject(DomainError.unavailable('Too many consumptions are waiting', 1));
    return this.batches.add(request).finally(() => this.shares.release(holder, 1));
  }

  release(scope: Scope, release: ReleaseRequest): Promise<Release> {
    return releaseConsumption(this.pool, scope, release, this.clock, this.defaultQuota);
  }

  private async decideBatch(
    batch: readonly PendingRequest<ConsumptionToDecide, ConsumptionOutcome>[],
  ): Promise<void> {
    const resolved = await this.resolveProtocols(batch.map(({ request }) => request));
    const requests = resolved.filter((each): each is ConsumptionRequest => !(each instanceof DomainError));
    const answers = requests.length > 0 ? await this.consumeWithRetry(requests) : [];
    const answerIterator = answers.values();
    batch.forEach(({ resolve, reject }, at) => {
      const outcome = resolved[at];
      const answer = outcome instanceof DomainError ? outcome : answerIterator.next().value;
      if (answer === undefined || answer instanceof DomainError) reject(answer);
      else resolve(answer);
    });
  }

  /**
   * Retries after errors that stored nothing, such as a connection that broke while idle, or the same key on another process.
   */
  private async consumeWithRetry(requests: readonly ConsumptionRequest[]) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await consumeGroup(this.pool, requests, this.clock, this.defaultQuota);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || error instanceof CommitUnknownError) {
          throw DomainError.unavailable('The consumption could not be stored', 1, error);
        }
      }
    }
  }

  private async resolveProtocols(
    group: readonly ConsumptionToDecide[],
  ): Promise<readonly (ConsumptionRequest | DomainError)[]> {
    const protocols = await this.protocols.find(group.filter(hasQuota));
    return group.map((each) => {
      const protocol_id = hasQuota(each) ? protocols.get(quotaKey(each)) : each.protocol_id;
      return protocol_id === undefined
        ? DomainError.notFound('The quota', each.quota_id)
        : { ...each, protocol_id };
    });
  }
}

function hasQuota(
  request: ConsumptionToDecide,
): request is ConsumptionToDecide & { readonly quota_id: string } {
  return request.quota_id !== undefined;
}

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

async function releaseConsumption(
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
