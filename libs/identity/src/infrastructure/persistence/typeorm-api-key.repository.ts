import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { requireVersion } from '#shared/kernel/record-version.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { storeResponse } from '#shared/platform/idempotency/idempotent-response.js';
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
      await this.feed.announce(manager, 'api_key', apiKey.api_key_id);
      return apiKey;
    });
  }

  async remove(scope: Scope, api_key_id: string): Promise<void> {
    await this.feed.transaction(this.dataSource, scope.domain_id, async (manager) => {
      const { api_key_id: uuid } = await lockApiKey(manager, scope, api_key_id);
      await manager.delete(ApiKey, { api_key_id: uuid });
      await recordChange(manager, scope, 'api_key', api_key_id);
      await this.feed.announce(manager, 'api_key', uuid);
    });
  }
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

const instant = { type: 'timestamptz', precision: 3 } as const;

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
    previous_secret_expires_at: { ...instant, nullable: true },
    expires_at: { ...instant, nullable: true },
    last_accessed_at: { ...instant, nullable: true },
    created_at: instant,
  },
});
