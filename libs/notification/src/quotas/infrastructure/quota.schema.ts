import { EntitySchema } from 'typeorm';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { Quota } from '../domain/quota.js';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const quotaSchema = new EntitySchema<Quota>({
  name: 'quota',
  target: Quota,
  columns: {
    quota_id: {
      type: 'uuid',
      primary: true,
      transformer: {
        to: (id: unknown) => (typeof id === 'string' ? parseId('quota', id) : id),
        from: (uuid: string) => formatId('quota', uuid),
      },
    },
    domain_id: { type: 'text' },
    protocol_id: { type: 'text' },
    limit: { type: 'jsonb' },
    managed_by: { type: 'text', nullable: true },
    created_at: instant,
    updated_at: instant,
  },
});
