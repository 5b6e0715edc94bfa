import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import type { Role } from '#shared/kernel/scope.js';
import { ChangeFeed, ChangeReader } from '#shared/platform/change-feed/change-feed.js';
import { ChangeListener } from '#shared/platform/change-feed/change-listener.js';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { Authenticate } from '../../application/queries/authenticate.js';
import { ApiKey } from '../../domain/api-key.js';
import { hashSecret, generateSecret } from '../../domain/api-key-secret.js';
import { ApiKeySchema, TypeOrmApiKeyRepository } from '../persistence/typeorm-api-key.repository.js';
import { LastAccess, AuthenticateHandler } from './authenticate.handler.js';

const rootKey = 'the root key of this test, 32 characters';
const scope = { domain_id: 'd1', user_id: 'u1', role: 'ADMIN', root: false } as const;
let database: TestDatabase;
let dataSource: DataSource;
let feed: ChangeFeed;
let apiKeys: TypeOrmApiKeyRepository;
let handler: AuthenticateHandler;
let lastAccess: LastAccess;
const now = new Date();

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [ApiKeySchema],
  }).initialize();
  lastAccess = new LastAccess(dataSource);
  feed = new ChangeFeed(new ChangeReader(database.url), new ChangeListener(database.url));
  apiKeys = new TypeOrmApiKeyRepository(dataSource, feed);
  handler = new AuthenticateHandler(
    hashSecret(rootKey),
    dataSource,
    feed,
    new ExpiryClock((text) => dataSource.query<{ now: Date }[]>(text)),
    lastAccess,
    null,
  );

  await feed.onModuleInit();
});
afterAll(async () => {
  await feed.onApplicationShutdown();
  await dataSource.destroy();
  await database.drop();
});

async function createKey(
  role: Role = 'MEMBER',
  expires_at: Date | null = null,
): Promise<{ key: ApiKey; secret: string }> {
  const secret = generateSecret();
  const key = ApiKey.issue({ domain_id: 'd1', user_id: 'u1', name: null, role, expires_at }, secret, now);
  await apiKeys.save(scope, key);
  const { revision } =
    (await dataSource.query<{ revision: string }[]>('select revision from change_counter'))[0] ?? {};
  await vi.waitFor(() => expect(feed.revision).toBe(Number(revision)), 10_000);
  return { key, secret };
}

const authenticate = (key: string) => handler.execute(new Authenticate(key));

describe('Authenticate', () => {
  it('accepts the root key and the API keys in the database', async () => {
    expect(await authenticate(rootKey)).toEqual({ root: true });
    const { secret } = await createKey('VIEWER');
    expect(await authenticate(secret)).toEqual({
      root: false,
      api_key_id: expect.stringMatching(/^api_key_/),
      domain_id: 'd1',
      user_id: 'u1',
      role: 'VIEWER',
    });
  });

  it('queries the database once for a known or unknown key, and never for a mistyped one', async () => {
    const query = vi.spyOn(dataSource, 'query');
    const { secret } = await createKey();
    query.mockClear();
    for (let times = 0; times < 3; times++) await authenticate(secret);
    expect(query).toHaveBeenCalledTimes(1);
    const unknown = generateSecret();
    for (let times = 0; times < 3; times++) expect(await authenticate(unknown)).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(2);
    for (const typo of ['', 'x', `${secret}x`, secret.toUpperCase(), `${rootKey} `]) {
      expect(await authenticate(typo)).toBeUndefined();
    }
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
  });

  it('stops trusting a key when it is disabled, deleted or expired', async () => {
    const [disabled, deleted, expiring] = [
      await createKey(),
      await createKey(),
      await createKey('ADMIN', new Date(Date.now() + 3_000)),
    ];
    for (const { secret } of [disabled, deleted, expiring]) expect(await authenticate(secret)).toBeDefined();
    disabled.key.state = 'DISABLED';
    await apiKeys.save(scope, disabled.key);
    await apiKeys.remove(scope, formatId('api_key', deleted.key.api_key_id));
    // The clock of the process does not matter, only that of the database.
    vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + 60_000 });
    expect(await authenticate(expiring.secret)).toBeDefined();
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await authenticate(expiring.secret)).toBeUndefined(), 10_000);
    await vi.waitFor(async () => {
      expect(await authenticate(disabled.secret)).toBeUndefined();
      expect(await authenticate(deleted.secret)).toBeUndefined();
    }, 10_000);
  });

  it('fails with ERROR_UNAVAILABLE for API keys if the change feed is stale for over 5 s', async () => {
    const { secret } = await createKey();
    await authenticate(secret);
    const staleness = vi.spyOn(feed, 'staleForMs').mockReturnValue(5001);
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
    await expect(authenticate(generateSecret())).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
    expect(await authenticate(rootKey)).toEqual({ root: true });
    expect(await authenticate('x')).toBeUndefined();
    staleness.mockRestore();
  });

  it('stores the last use of a key at the next write, and never moves it back', async () => {
    const { key, secret } = await createKey();
    const readLastAccess = async () =>
      (await dataSource.getRepository(ApiKey).findOneByOrFail({ api_key_id: key.api_key_id }))
        .last_accessed_at;
    await authenticate(secret);
    expect(await readLastAccess()).toBeNull();
    await lastAccess.write();
    const used = await readLastAccess();
    expect(Math.abs(Date.now() - (used?.getTime() ?? 0))).toBeLessThan(10_000);
    lastAccess.record(key.api_key_id, new Date(0));
    await lastAccess.write();
    expect(await readLastAccess()).toEqual(used);
  });

  it('stores no last use that is still to come, which would keep all later ones out', async () => {
    const { key } = await createKey();
    const read = async () => {
      const [row] = await dataSource.query<{ isPast: boolean }[]>(
        'select last_accessed_at <= clock_timestamp() as "isPast" from api_key where api_key_id = $1',
        [key.api_key_id],
      );
      return row?.isPast;
    };
    lastAccess.record(key.api_key_id, new Date(Date.now() + 3_600_000));
    await lastAccess.write();
    expect(await read()).toBe(true);
    // As an earlier version stored it.
    await dataSource.query(
      `update api_key set last_accessed_at = now() + interval '1 hour' where api_key_id = $1`,
      [key.api_key_id],
    );
    lastAccess.record(key.api_key_id, new Date());
    await lastAccess.write();
    expect(await read()).toBe(true);
  });
});
