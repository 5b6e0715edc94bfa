import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { requireVersion } from '#shared/kernel/record-changes.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange, recordChanges } from '#shared/platform/audit/audit-log.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { storeResponse } from '#shared/platform/idempotency/idempotent-response.js';
import { INSTANT } from '#shared/platform/persistence/columns.js';
import { ApiKeyRepository } from '../../application/ports/api-key.repository.js';
import { toApiKeyInfo, getApiKeyVersion } from '../../application/queries/api-key-info.js';
import { ApiKey } from '../../domain/api-key.js';

@Injectable()
export class TypeOrmApiKeyRepository extends ApiKeyRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {
    super();
  }

  async save(scope: Scope, apiKey: ApiKey, response: object = {}): Promise<void> {
    await this.feed.transaction(this.dataSource, scope.domain_id, async (manager) => {
      await manager.save(apiKey);
      await recordChange(manager, scope, 'api_key', formatId('api_key', apiKey.api_key_id));
      await storeResponse(manager, response);
      await this.feed.announce(manager, 'api_key', apiKey.api_key_id);
    });
  }

  change(
    scope: Scope,
    api_key_id: string,
    change: (apiKey: ApiKey) => boolean,
    toResponse: (apiKey: ApiKey) => object = () => ({}),
  ): Promise<ApiKey> {
    return this.feed.transaction(this.dataSource, scope.domain_id, async (manager) => {
      const apiKey = await lockApiKey(manager, scope, api_key_id);
      const before = getDigests(apiKey);
      if (!change(apiKey)) return apiKey;
      // Updates only the columns that commands change. The time of the last use is written concurrently.
      const { state, secret_digest, secret_last4, previous_secret_digest, previous_secret_expires_at } =
        apiKey;
      await manager.update(
        ApiKey,
        { api_key_id: apiKey.api_key_id },
        { state, secret_digest, secret_last4, previous_secret_digest, previous_secret_expires_at },
      );
      await recordChange(manager, scope, 'api_key', api_key_id);
      await storeResponse(manager, toResponse(apiKey));
      const after = getDigests(apiKey);
      const ended = before.filter((digest) => !after.some((kept) => kept.equals(digest)));
      await this.endSessions(manager, scope, ended);
      await this.feed.announce(manager, 'api_key', apiKey.api_key_id);
      return apiKey;
    });
  }

  async remove(scope: Scope, api_key_id: string): Promise<void> {
    await this.feed.transaction(this.dataSource, scope.domain_id, async (manager) => {
      const apiKey = await lockApiKey(manager, scope, api_key_id);
      const { api_key_id: uuid } = apiKey;
      await manager.delete(ApiKey, { api_key_id: uuid });
      await recordChange(manager, scope, 'api_key', api_key_id);
      await this.endSessions(manager, scope, getDigests(apiKey));
      await this.feed.announce(manager, 'api_key', uuid);
    });
  }

  /** Ends the sessions that were started with secrets that have ended, so that they do not come back if the key is enabled again. */
  private async endSessions(manager: EntityManager, scope: Scope, digests: readonly Buffer[]): Promise<void> {
    if (digests.length === 0) return;
    const [ended] = await manager.query<[{ session_id: string }[], number]>(
      `update session set ended_at = clock_timestamp()
       where domain_id = $1 and key_digest = any ($2::bytea[]) and ended_at is null and expires_at > clock_timestamp()
       returning session_id`,
      [scope.domain_id, digests],
    );
    const ids = ended.map(({ session_id }) => session_id);
    await recordChanges(
      manager,
      scope,
      'session',
      ids.map((id) => formatId('session', id)),
    );
    await this.feed.announce(manager, 'session', ...ids);
  }
}

/** Returns the digests of the secrets that are accepted, as far as they do not end by time. */
function getDigests({ state, secret_digest, previous_secret_digest }: ApiKey): readonly Buffer[] {
  if (state !== 'ENABLED') return [];
  return previous_secret_digest === null ? [secret_digest] : [secret_digest, previous_secret_digest];
}

async function lockApiKey(manager: EntityManager, scope: Scope, api_key_id: string): Promise<ApiKey> {
  const apiKey = await manager.findOne(ApiKey, {
    where: { api_key_id: parseId('api_key', api_key_id), domain_id: scope.domain_id },
    lock: { mode: 'pessimistic_write' },
  });
  if (apiKey === null) throw DomainError.notFound('The API key', api_key_id);
  requireVersion(scope, getApiKeyVersion(toApiKeyInfo(apiKey)));
  return apiKey;
}

export const ApiKeySchema = new EntitySchema<ApiKey>({
  name: 'ApiKey',
  target: ApiKey,
  tableName: 'api_key',
  columns: {
    api_key_id: { type: 'uuid', primary: true },
    domain_id: { type: 'text' },
    user_id: { type: 'text' },
    name: { type: 'text', nullable: true },
    role: { type: 'text' },
    state: { type: 'text' },
    secret_digest: { type: 'bytea' },
    secret_last4: { type: 'text' },
    previous_secret_digest: { type: 'bytea', nullable: true },
    previous_secret_expires_at: { ...INSTANT, nullable: true },
    expires_at: { ...INSTANT, nullable: true },
    last_accessed_at: { ...INSTANT, nullable: true },
    created_at: INSTANT,
  },
});
