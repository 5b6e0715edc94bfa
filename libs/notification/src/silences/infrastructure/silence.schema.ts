import { EntitySchema } from 'typeorm';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { Silence } from '../domain/silence.js';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const silenceSchema = new EntitySchema<Silence>({
  name: 'silence',
  target: Silence,
  columns: {
    silence_id: {
      type: 'uuid',
      primary: true,
      transformer: {
        to: (id: unknown) => (typeof id === 'string' ? parseId('silence', id) : id),
        from: (uuid: string) => formatId('silence', uuid),
      },
    },
    domain_id: { type: 'text' },
    name: { type: 'text' },
    filter: { type: 'jsonb' },
    filter_or: { type: 'jsonb' },
    starts_at: instant,
    ends_at: instant,
    reason: { type: 'text' },
    weekly: { type: 'jsonb', nullable: true },
    managed_by: { type: 'text', nullable: true },
    created_by: { type: 'text' },
    created_at: instant,
    updated_at: instant,
    deleted_at: { ...instant, nullable: true },
  },
});
