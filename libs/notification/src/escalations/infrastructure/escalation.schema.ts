import { EntitySchema } from 'typeorm';
import { idOf, INSTANT } from '#shared/platform/persistence/columns.js';
import { Escalation } from '../domain/escalation.js';

export const escalationSchema = new EntitySchema<Escalation>({
  name: 'escalation',
  target: Escalation,
  columns: {
    escalation_id: { ...idOf('escalation'), primary: true },
    domain_id: { type: 'text' },
    project_id: { type: 'text', nullable: true },
    name: { type: 'text' },
    filter: { type: 'jsonb' },
    filter_or: { type: 'jsonb' },
    steps: { type: 'jsonb' },
    repeat: { type: 'jsonb', nullable: true },
    until: { type: 'text' },
    fallback: idOf('subscription'),
    acknowledged_for: { type: 'int', nullable: true },
    managed_by: { type: 'text', nullable: true },
    created_by: { type: 'text' },
    created_at: INSTANT,
    updated_at: INSTANT,
    deleted_at: { ...INSTANT, nullable: true },
  },
});
