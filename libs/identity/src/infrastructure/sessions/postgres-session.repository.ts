import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId } from '#shared/kernel/ids.js';
import { getCallerKind, type Scope } from '#shared/kernel/scope.js';
import { recordChange, recordChanges } from '#shared/platform/audit/audit-log.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { VersionedCache } from '#shared/platform/change-feed/versioned-cache.js';
import { inDomainTransaction } from '#shared/platform/persistence/record-writes.js';
import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { MAY_ENTER_DOMAINS } from '../../application/queries/session-info.js';
import { MAX_SESSIONS_PER_HOUR, type Session } from '../../domain/session.js';

/** Milliseconds. If the change feed was not read for longer than this, an ended session could still be trusted. */
const MAX_STALENESS_MS = 5_000;
/** The capacity of the cache. The number of active browsers is usually far lower. */
const CACHE_CAPACITY = 10_000;

/** The kind of caller that started a session, in SQL. */
export const SESSION_KIND = `case when api_key_id is not null then 'key' when key_digest is not null then 'operator' else 'user' end`;

@Injectable()
export class PostgresSessionRepository extends SessionRepository {
  private readonly cache: VersionedCache<Session>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {
    super();
    this.cache = new VersionedCache<Session>(
      feed,
      'session',
      {
        getRecordId: ({ session_id }) => session_id,
        read: (ids) => this.readSessions(ids),
        overloadMessage: 'Too many sessions are being checked',
      },
      CACHE_CAPACITY,
    );
  }

  async add(scope: Scope, session: Session): Promise<boolean> {
    return inDomainTransaction(this.dataSource, scope.domain_id, async (manager) => {
      await checkSessionRate(manager, session);
      const inserted: unknown[] = await manager.query(
        `insert into session (session_id, domain_id, user_id, role, api_key_id, key_digest, sign_in_id, address,
           user_agent, created_at, expires_at)
         values ($1, $2, $3, $4, $5, decode($6, 'base64'), $7, $8, $9, $10, $11)
         on conflict (sign_in_id) do nothing returning session_id`,
        [
          session.session_id,
          session.domain_id,
          session.user_id,
          session.role,
          session.api_key_id,
          session.key_digest,
          session.sign_in_id,
          session.address,
          session.user_agent,
          session.created_at,
          session.expires_at,
        ],
      );
      if (inserted.length === 0) return false;
      await recordChange(manager, scope, 'session', formatId('session', session.session_id));
      return true;
    });
  }

  async find(session_id: string): Promise<Session | undefined> {
    if (this.feed.staleForMs() > MAX_STALENESS_MS)
      throw DomainError.unavailable('Sessions cannot be checked right now');
    return this.cache.get(session_id) ?? (await this.cache.load(session_id)).value;
  }

  async findCurrent(session_id: string): Promise<Session | undefined> {
    return (await this.cache.load(session_id)).value;
  }

  async isUsed(sign_in_id: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query('select from session where sign_in_id = $1', [
      sign_in_id,
    ]);
    return rows.length > 0;
  }

  end(scope: Scope, session_id: string, onlyOwn: boolean): Promise<boolean> {
    return this.feed.transaction(this.dataSource, scope.domain_id, async (manager) => {
      const [ended] = await manager.query<[{ session_id: string }[], number]>(
        `update session set ended_at = clock_timestamp()
         where session_id = $1 and domain_id = $2 and ($3::text is null or user_id = $3 and ${SESSION_KIND} = $4) and ended_at is null
           and expires_at > clock_timestamp()
         returning session_id`,
        [session_id, scope.domain_id, onlyOwn ? (scope.user_id ?? '') : null, getCallerKind(scope)],
      );
      if (ended.length === 0) return false;
      await recordChange(manager, scope, 'session', formatId('session', session_id));
      await this.feed.announce(manager, 'session', session_id);
      return true;
    });
  }

  move(
    scope: Scope,
    session_id: string,
    place: Pick<Session, 'session_id' | 'domain_id' | 'last_used_at'>,
  ): Promise<boolean> {
    return this.feed.transaction(this.dataSource, scope.domain_id, async (manager) => {
      // The row stays, and with it its place in the rate of sign-ins.
      const [moved] = await manager.query<[{ session_id: string }[], number]>(
        `update session r set session_id = $3, domain_id = $4, last_used_at = $5
         where session_id = $1 and domain_id = $2 and ended_at is null and expires_at > clock_timestamp() and ${MAY_ENTER_DOMAINS}
         returning session_id`,
        [session_id, scope.domain_id, place.session_id, place.domain_id, place.last_used_at],
      );
      if (moved.length === 0) return false;
      const action = (name: string) => scope.origin && { origin: { ...scope.origin, action: name } };
      const leave = { ...scope, ...action('leave_domain') };
      const enter = { ...scope, ...action('enter_domain'), domain_id: place.domain_id };
      await recordChange(manager, leave, 'session', formatId('session', session_id));
      // With both ids, so that whoever looks for the old one finds where it went.
      const ids = [session_id, place.session_id].map((id) => formatId('session', id));
      await recordChanges(manager, enter, 'session', ids);
      await this.feed.announce(manager, 'session', session_id);
      return true;
    });
  }

  private async readSessions(ids: readonly string[]): Promise<ReadonlyMap<string, Session>> {
    const rows: Session[] = await this.dataSource.query(
      `select session_id, domain_id, user_id, role, api_key_id, encode(key_digest, 'base64') as key_digest, sign_in_id,
         address, user_agent, created_at, coalesce(last_used_at, created_at) as last_used_at, expires_at
       from session where session_id = any ($1::uuid[]) and ended_at is null`,
      [ids],
    );
    return new Map(rows.map((session) => [session.session_id, session]));
  }
}

/**
 * Rejects a session if its holder, a key or a user, started too many within an hour. Concurrent requests may exceed the
 * limit by their number.
 */
async function checkSessionRate(
  manager: EntityManager,
  { key_digest, domain_id, user_id }: Session,
): Promise<void> {
  const [excess] = await manager.query<{ seconds: number }[]>(
    `select ceil(extract(epoch from created_at + interval '1 hour' - clock_timestamp()))::int as seconds from session
     where ${buildRecentCondition('created_at', 3_600)}
       and case when $1::text is null then key_digest is null and domain_id = $2 and user_id = $3
         else key_digest = decode($1, 'base64') end
     order by created_at desc offset $4 limit 1`,
    [key_digest, domain_id, user_id, MAX_SESSIONS_PER_HOUR - 1],
  );
  if (excess === undefined) return;
  const text = `${MAX_SESSIONS_PER_HOUR} sessions were begun within an hour; use one of them, or try again later`;
  throw new DomainError('ERROR_RATE_LIMITED', 'exhausted', text, { retryAfter: Math.max(1, excess.seconds) });
}

/** Removes expired sessions. An ended session is kept until it expires, so that its sign-in token cannot be used again. */
@Injectable()
export class SessionRetention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: IngestPool,
    private readonly clock: RetentionClock,
  ) {}

  @Every(HOUR_MS, { atStart: true })
  async enforce(): Promise<void> {
    await this.clock.now(this.pool);
    await this.dataSource.query(`delete from session where expires_at < statement_timestamp()`);
  }
}
