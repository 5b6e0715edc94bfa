import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChangeFeed, ChangeReader } from '#shared/platform/change-feed/change-feed.js';
import { ChangeListener } from '#shared/platform/change-feed/change-listener.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { ClockInDoubtError } from '#shared/platform/persistence/retention-clock.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { createRetentionClock, SYSTEM_CLOCK } from '#test/retention-clock.js';
import { mayEnterDomains, type Session } from '../../domain/session.js';
import { toSessionInfo } from '../../application/queries/session-info.js';
import { PostgresSessionRepository, SessionRetention } from './postgres-session.repository.js';

const scope = { domain_id: 'd1', user_id: 'root', role: 'ADMIN', root: false } as const;
let database: TestDatabase;
let dataSource: DataSource;
let pool: IngestPool;
let sessions: PostgresSessionRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  pool = new IngestPool({ connectionString: database.url, max: 1 });
  // The database is dropped while connections are still closing, which ends them with an error.
  pool.on('error', () => undefined);
  const feed = new ChangeFeed(new ChangeReader(database.url), new ChangeListener(database.url));
  sessions = new PostgresSessionRepository(dataSource, feed);
});
afterAll(async () => {
  await pool?.end();
  await dataSource?.destroy();
  await database?.drop();
});

const now = new Date();
const ofRoot: Session = {
  session_id: '',
  domain_id: 'd1',
  user_id: 'root',
  role: 'ADMIN',
  api_key_id: null,
  key_digest: Buffer.alloc(32, 1).toString('base64'),
  sign_in_id: null,
  address: '192.0.2.7',
  user_agent: null,
  created_at: now,
  last_used_at: now,
  expires_at: new Date(now.getTime() + 3_600_000),
};

it.each([
  ['of the root key', {}, true],
  ['of a link of the root key', { sign_in_id: randomUUID() }, false],
  ['of an API key', { api_key_id: 'api_key_01kagexvhve0ya7d9z5kq5nh3m' }, false],
  ['of a user of the issuer', { key_digest: null, sign_in_id: randomUUID() }, false],
  ['of a user whose token was given', { key_digest: null }, false],
])('moves a session %s to another domain only if it may enter any: %#', async (_, part, isMoved) => {
  const session = { ...ofRoot, ...part, session_id: randomUUID() };
  await sessions.add(scope, session);
  const place = { session_id: randomUUID(), domain_id: 'd2', last_used_at: now };
  expect(await sessions.move(scope, session.session_id, place)).toBe(isMoved);
  const where = isMoved ? place : session;
  expect(await sessions.findCurrent(where.session_id)).toMatchObject({ domain_id: where.domain_id });
  // Whoever reads the record is told the same.
  expect([mayEnterDomains(session), toSessionInfo(session).may_enter_domains]).toEqual([isMoved, isMoved]);
});

it('removes expired sessions, but none while the clock of the database is in doubt', async () => {
  const session = { ...ofRoot, session_id: randomUUID(), expires_at: new Date(now.getTime() - 1_000) };
  await sessions.add(scope, session);
  const isStored = async () =>
    (await dataSource.query<object[]>('select 1 from session where session_id = $1', [session.session_id]))
      .length > 0;
  const inDoubt = createRetentionClock(() => {
    throw new ClockInDoubtError('it leapt');
  });
  await expect(new SessionRetention(dataSource, pool, inDoubt).enforce()).rejects.toThrow(ClockInDoubtError);
  expect(await isStored()).toBe(true);
  await new SessionRetention(dataSource, pool, SYSTEM_CLOCK).enforce();
  expect(await isStored()).toBe(false);
});
