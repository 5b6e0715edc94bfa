import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { formatId } from '#shared/kernel/ids.js';
import { NegativeCache } from '#shared/kernel/negative-cache.js';
import type { Caller, Role } from '#shared/kernel/scope.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { VersionedCache } from '#shared/platform/change-feed/versioned-cache.js';
import { LastUseRecorder } from '#shared/platform/persistence/last-use-recorder.js';
import { Authenticate, type KeyOwner, FindKeyOwner } from '../../application/queries/authenticate.js';
import { hashSecret, isSecret } from '../../domain/api-key-secret.js';
import type { ApiKeyState } from '../../domain/api-key.js';
import { OidcIssuer } from '../oidc/oidc-issuer.js';
import { storeLastUses } from '../persistence/store-last-uses.js';

export const ROOT_KEY_DIGEST = Symbol('root key digest');

/** If the change feed was not read for longer than this, a disabled key could still be trusted. */
const MAX_STALENESS_MS = 5000;

interface CachedKey {
  readonly api_key_id: string;
  readonly domain_id: string;
  readonly user_id: string;
  readonly role: Role;
  readonly state: ApiKeyState;
  readonly expires_at: Date | null;
  /** The end of the grace period, if the secret was replaced by a rotation. */
  readonly secret_expires_at: Date | null;
}

/** Records when API keys were last used, by their uuid. */
@Injectable()
export class LastAccess extends LastUseRecorder {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  protected store(api_key_ids: readonly string[], times: readonly Date[]): Promise<unknown> {
    return storeLastUses(this.dataSource, ['api_key', 'api_key_id', 'last_accessed_at'], api_key_ids, times);
  }
}

/** Authenticates API keys from a cache: a key that was used before needs no round trip. */
@QueryHandler(Authenticate)
export class AuthenticateHandler implements IQueryHandler<Authenticate> {
  private readonly cache: VersionedCache<CachedKey>;
  private readonly negativeCache = new NegativeCache<true>();

  constructor(
    @Inject(ROOT_KEY_DIGEST) private readonly rootDigest: Buffer,
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly clock: ExpiryClock,
    private readonly lastAccess: LastAccess,
    @Inject(OidcIssuer) private readonly issuer: OidcIssuer | null,
  ) {
    this.cache = new VersionedCache<CachedKey>(feed, 'api_key', {
      getRecordId: ({ api_key_id }) => api_key_id,
      read: (digests) => this.readKeys(digests),
      overloadMessage: 'Too many unknown API keys are being checked',
    });
  }

  async execute({ key }: Authenticate): Promise<Caller | undefined> {
    const digest = hashSecret(key);
    if (timingSafeEqual(digest, this.rootDigest) || isSecret(key)) return this.authenticateDigest(digest);
    return this.issuer?.isIssuerOf(key) ? this.issuer.authenticate(key) : undefined;
  }

  /**
   * Returns the caller of the root key or an API key.
   * @param digest the digest of the key, 32 bytes
   */
  async authenticateDigest(digest: Buffer): Promise<Caller | undefined> {
    if (timingSafeEqual(digest, this.rootDigest)) return { root: true };
    if (this.feed.staleForMs() > MAX_STALENESS_MS)
      throw DomainError.unavailable('API keys cannot be checked right now');
    const cachedKey = await this.findKey(digest);
    if (!cachedKey || cachedKey.state !== 'ENABLED') return undefined;
    for (const expiry of [cachedKey.expires_at, cachedKey.secret_expires_at])
      if (expiry !== null && (await this.clock.hasPassed(expiry))) return undefined;
    this.lastAccess.record(cachedKey.api_key_id, await this.clock.now());
    return toOwner(cachedKey);
  }

  /** Returns whose API key it is, also if it is no longer valid. */
  async findOwner(key: string): Promise<KeyOwner | undefined> {
    const cachedKey = isSecret(key) ? await this.findKey(hashSecret(key)) : undefined;
    return cachedKey && toOwner(cachedKey);
  }

  private async findKey(digest: Buffer): Promise<CachedKey | undefined> {
    const cacheKey = digest.toString('base64');
    const cached = this.cache.get(cacheKey);
    if (cached || this.negativeCache.find(cacheKey)) return cached;
    const { value, isCurrent } = await this.cache.load(cacheKey);
    if (!value && isCurrent) this.negativeCache.add(cacheKey, true);
    return value;
  }

  /** @param digests in base64 */
  private async readKeys(digests: readonly string[]): Promise<ReadonlyMap<string, CachedKey>> {
    const rows: (CachedKey & { digest: Buffer })[] = await this.dataSource.query(
      `select secret_digest as digest, api_key_id, domain_id, user_id, role, state, expires_at,
         null as secret_expires_at
       from api_key where secret_digest = any ($1::bytea[])
       union all
       select previous_secret_digest, api_key_id, domain_id, user_id, role, state, expires_at,
         previous_secret_expires_at
       from api_key where previous_secret_digest = any ($1::bytea[])`,
      [digests.map((digest) => Buffer.from(digest, 'base64'))],
    );
    return new Map(rows.map(({ digest, ...key }) => [digest.toString('base64'), key]));
  }
}

function toOwner({ api_key_id, domain_id, user_id, role }: CachedKey): KeyOwner {
  return { root: false, api_key_id: formatId('api_key', api_key_id), domain_id, user_id, role };
}

@QueryHandler(FindKeyOwner)
export class FindKeyOwnerHandler implements IQueryHandler<FindKeyOwner> {
  constructor(private readonly keys: AuthenticateHandler) {}

  execute({ key }: FindKeyOwner): Promise<KeyOwner | undefined> {
    return this.keys.findOwner(key);
  }
}
