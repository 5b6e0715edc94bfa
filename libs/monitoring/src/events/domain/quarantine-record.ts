import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';

/** A delivery that could not be processed, or only in part. */
export const QUARANTINE_FIELDS = {
  delivery_id: { type: 'id', kind: 'delivery' },
  webhook_id: { type: 'id', kind: 'webhook' },
  project_id: { type: 'callerId' },
  domain_id: { type: 'callerId' },
  status: {
    type: 'enum',
    name: 'QuarantineStatus',
    values: ['QUARANTINED', 'UNREADABLE'],
    description:
      'QUARANTINED: the delivery was accepted, but some of it could not be parsed or stored. UNREADABLE: the delivery ' +
      'was rejected because its body is neither JSON nor a form. It cannot be replayed.',
  },
  reason: {
    type: 'text',
    description: 'Why the delivery is in quarantine. If there are several reasons, the first of them.',
    example: 'alerts: is missing',
  },
  received_at: { type: 'date' },
} as const satisfies RecordFields;

export type QuarantineInfo = InfoOf<typeof QUARANTINE_FIELDS>;

export const QUARANTINE_FILTER = ['webhook_id', 'project_id', 'delivery_id', 'status'] as const;

export type QuarantineFilter = FilterOf<typeof QUARANTINE_FIELDS, (typeof QUARANTINE_FILTER)[number]>;
