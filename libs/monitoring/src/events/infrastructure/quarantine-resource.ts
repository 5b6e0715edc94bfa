import { lowestUuid } from '#shared/query/instant.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { QUARANTINE_FIELDS } from '../domain/quarantine-record.js';

export const QUARANTINE_SERIALIZER = new RecordSerializer(QUARANTINE_FIELDS);

export const QUARANTINE: Resource = {
  name: 'Quarantine',
  relation: 'quarantine',
  id: 'delivery_id',
  ...toQueryFields(QUARANTINE_FIELDS),
  keywords: ['delivery_id', 'webhook_id'],
  order: [{ key: 'received_at', desc: true }],
  minimal: ['delivery_id', 'webhook_id', 'status', 'received_at'],
};

/** Leaves out deliveries that arrived before the retention floor. @param floor milliseconds since the epoch */
export function quarantineSince(floor: number | undefined): Resource {
  if (floor === undefined) return QUARANTINE;
  const relation = `(select * from quarantine where delivery_id >= '${lowestUuid(floor)}')`;
  return { ...QUARANTINE, relation };
}
