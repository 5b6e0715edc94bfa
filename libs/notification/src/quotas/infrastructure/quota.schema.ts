import { EntitySchema } from 'typeorm';
import { idOf, INSTANT } from '#shared/platform/persistence/columns.js';
import { Quota } from '../domain/quota.js';

export const quotaSchema = new EntitySchema<Quota>({
  name: 'quota',
  target: Quota,
  columns: {
    quota_id: { ...idOf('quota'), primary: true },
    domain_id: { type: 'text' },
    protocol_id: { type: 'text' },
    limit: { type: 'jsonb' },
    managed_by: { type: 'text', nullable: true },
    created_at: INSTANT,
    updated_at: INSTANT,
  },
});
