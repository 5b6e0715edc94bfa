import { EntitySchema } from 'typeorm';
import { ApiKey } from '../../domain/api-key.js';

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
