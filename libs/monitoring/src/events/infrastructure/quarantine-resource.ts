import { lowestUuid } from '#shared/query/instant.js';
import type { Resource } from '#shared/query/resource.js';
import { QUARANTINE_FIELDS, QUARANTINE_STATUSES } from '../application/quarantine-info.js';

const text = (sql: string) => ({ type: 'text', sql: `r.${sql}`, required: true }) as const;

/** What can be asked of the quarantine. */
export const QUARANTINE: Resource = {
  name: 'Quarantine',
  relation: 'quarantine',
  id: 'delivery_id',
  fields: {
    delivery_id: { type: 'id', kind: 'delivery', sql: 'r.delivery_id', required: true },
    webhook_id: { type: 'id', kind: 'webhook', sql: 'r.webhook_id', required: true },
    project_id: text('project_id'),
    domain_id: text('domain_id'),
    status: { type: 'enum', values: QUARANTINE_STATUSES, sql: 'r.status', required: true },
    reason: text('reason'),
    received_at: { type: 'date', sql: 'r.received_at', required: true },
  },
  record: QUARANTINE_FIELDS,
  keywords: ['delivery_id', 'webhook_id'],
  order: [{ key: 'received_at', desc: true }],
  minimal: ['delivery_id', 'webhook_id', 'status', 'received_at'],
};

/** @param floor the oldest instant that the domain may still see, milliseconds */
export function quarantineSince(floor: number | undefined): Resource {
  if (floor === undefined) return QUARANTINE;
  const relation = `(select * from quarantine where delivery_id >= '${lowestUuid(floor)}')`;
  return { ...QUARANTINE, relation };
}
