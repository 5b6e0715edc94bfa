import { EntitySchema } from 'typeorm';
import { idOf, INSTANT } from '#shared/platform/persistence/columns.js';
import { Inhibition } from '../domain/inhibition.js';

export const inhibitionSchema = new EntitySchema<Inhibition>({
  name: 'inhibition',
  target: Inhibition,
  columns: {
    inhibition_id: { ...idOf('inhibition'), primary: true },
    domain_id: { type: 'text' },
    project_id: { type: 'text', nullable: true },
    name: { type: 'text' },
    enabled: { type: 'boolean' },
    source: { type: 'jsonb' },
    target: { type: 'jsonb' },
    equal: { type: 'jsonb' },
    wait: { type: 'int' },
    settle: { type: 'int' },
    max: { type: 'int' },
    managed_by: { type: 'text', nullable: true },
    created_by: { type: 'text' },
    created_at: INSTANT,
    updated_at: INSTANT,
    deleted_at: { ...INSTANT, nullable: true },
    seeded_for: { type: 'uuid', nullable: true },
  },
});
