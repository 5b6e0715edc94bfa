import { EntitySchema, type ValueTransformer } from 'typeorm';
import { formatId, parseId, type IdKind } from '#shared/kernel/ids.js';
import { Escalation } from '../domain/escalation.js';

const instant = { type: 'timestamptz', precision: 3 } as const;

const createIdTransformer = (kind: IdKind): ValueTransformer => ({
  to: (id: unknown) => (typeof id === 'string' ? parseId(kind, id) : id),
  from: (uuid: string) => formatId(kind, uuid),
});

export const escalationSchema = new EntitySchema<Escalation>({
  name: 'escalation',
  target: Escalation,
  columns: {
    escalation_id: { type: 'uuid', primary: true, transformer: createIdTransformer('escalation') },
    domain_id: { type: 'text' },
    project_id: { type: 'text', nullable: true },
    name: { type: 'text' },
    filter: { type: 'jsonb' },
    filter_or: { type: 'jsonb' },
    steps: { type: 'jsonb' },
    repeat: { type: 'jsonb', nullable: true },
    until: { type: 'text' },
    fallback: { type: 'uuid', transformer: createIdTransformer('subscription') },
    acknowledged_for: { type: 'int', nullable: true },
    managed_by: { type: 'text', nullable: true },
    created_by: { type: 'text' },
    created_at: instant,
    updated_at: instant,
    deleted_at: { ...instant, nullable: true },
  },
});
