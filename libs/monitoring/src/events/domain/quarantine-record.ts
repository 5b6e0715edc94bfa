import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';

/** A delivery that could not be processed, or only in part. */
export const QUARANTINED = {
  delivery_id: { type: 'id', kind: 'delivery' },
  webhook_id: { type: 'id', kind: 'webhook' },
  project_id: { type: 'callerId' },
  domain_id: { type: 'callerId' },
  status: {
    type: 'enum',
    name: 'QuarantineStatus',
    values: ['QUARANTINED', 'UNREADABLE'],
    description:
      'QUARANTINED: accepted, but not all of it became events. UNREADABLE: refused, because its body is neither JSON ' +
      'nor a form; it cannot be replayed.',
  },
  reason: {
    type: 'text',
    description: 'What is wrong with it: the first of it.',
    example: 'alerts: is missing',
  },
  received_at: { type: 'date' },
} as const satisfies RecordFields;

export type QuarantineInfo = InfoOf<typeof QUARANTINED>;

export const QUARANTINE_FILTER = ['webhook_id', 'project_id', 'delivery_id', 'status'] as const;

export type QuarantineFilter = FilterOf<typeof QUARANTINED, (typeof QUARANTINE_FILTER)[number]>;
