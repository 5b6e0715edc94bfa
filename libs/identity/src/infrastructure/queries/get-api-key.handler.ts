import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import {
  API_KEY_FIELDS,
  toApiKeyInfo,
  type APIKeyInfo,
  type PublicApiKey,
} from '../../application/queries/api-key-info.js';
import { GetApiKey } from '../../application/queries/get-api-key.js';

@QueryHandler(GetApiKey)
export class GetApiKeyHandler implements IQueryHandler<GetApiKey> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, api_key_id, only: keys }: GetApiKey): Promise<Partial<APIKeyInfo>> {
    const { rows } = await getReader(this.pool).query<PublicApiKey>(
      'select * from api_key where api_key_id = $1 and domain_id = $2',
      [parseId('api_key', api_key_id), scope.domain_id],
    );
    if (rows[0] === undefined) throw DomainError.notFound('The API key', api_key_id);
    return pickFields(toApiKeyInfo(rows[0]), keys, API_KEY_FIELDS);
  }
}
