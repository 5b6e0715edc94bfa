import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { ApiKeyRepository } from '../../application/ports/api-key.repository.js';
import type { ApiKey } from '../../domain/api-key.js';

@Injectable()
export class TypeOrmApiKeyRepository extends ApiKeyRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
  ) {
    super();
  }

  async save(apiKey: ApiKey): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.save(apiKey);
      await this.feed.announce(manager, 'api_key', apiKey.api_key_id);
    });
  }
}
