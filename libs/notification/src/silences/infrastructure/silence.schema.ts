import { EntitySchema } from 'typeorm';
import { idOf, INSTANT } from '#shared/platform/persistence/columns.js';
import { Silence } from '../domain/silence.js';

export const silenceSchema = new EntitySchema<Silence>({
  name: 'silence',
  target: Silence,
  columns: {
    silence_id: { ...idOf('silence'), primary: true },
    domain_id: { type: 'text' },
    name: { type: 'text' },
    filter: { type: 'jsonb' },
    filter_or: { type: 'jsonb' },
    starts_at: INSTANT,
    ends_at: INSTANT,
    reason: { type: 'text' },
    weekly: { type: 'jsonb', nullable: true },
    managed_by: { type: 'text', nullable: true },
    created_by: { type: 'text' },
    created_at: INSTANT,
    updated_at: INSTANT,
    deleted_at: { ...INSTANT, nullable: true },
  },
});
