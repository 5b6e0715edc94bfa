import { EntitySchema } from 'typeorm';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { Inhibition } from '../domain/inhibition.js';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const inhibitionSchema = new EntitySchema<Inhibition>({
  name: 'inhibition',
  target: Inhibition,
  columns: {
    inhibition_id: {
      type: 'uuid',
      primary: true,
      transformer: {
        to: (id: unknown) => (typeof id === 'string' ? parseId('inhibition', id) : id),
        from: (uuid: string) => formatId('inhibition', uuid),
      },
    },
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
    created_at: instant,
    updated_at: instant,
    deleted_at: { ...instant, nullable: true },
    seeded_for: { type: 'uuid', nullable: true },
  },
});
