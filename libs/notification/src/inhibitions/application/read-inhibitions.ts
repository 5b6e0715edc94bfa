import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';

/** Which alerts are not told of while another one is open that explains them. Times are in seconds. */
export const INHIBITION = {
  inhibition_id: { type: 'id', kind: 'inhibition' },
  name: { type: 'text', max: 255, example: 'cluster down' },
  enabled: { type: 'boolean', description: 'Whether the inhibition takes effect.' },
  source: {
    type: 'json',
    description: 'Conditions on the alert that explains others. All must match.',
    example: [{ k: 'rule', v: 'ClusterDown', o: 'eq' }],
  },
  target: {
    type: 'json',
    description: 'Conditions on the alerts that are not told of meanwhile. All must match.',
    example: [{ k: 'severity', v: 'WARNING', o: 'eq' }],
  },
  equal: {
    type: 'json',
    description:
      'The fields that must have the same value in both alerts. A missing or empty one is not equal.',
    example: ['labels.cluster'],
  },
  wait: {
    type: 'number',
    description: 'Seconds that the opening of a target waits, in case its source arrives later.',
    example: 30,
  },
  settle: {
    type: 'number',
    description: 'Seconds after the end of a source until the targets that are still open are told.',
    example: 300,
  },
  max: {
    type: 'number',
    description: 'Seconds after its last event for which a source that stays open takes effect.',
    example: 86_400,
  },
  project_id: {
    type: 'callerId',
    nullable: true,
    description: 'Only alerts of this project count, as sources and as targets; null: those of all projects.',
  },
  created_by: {
    type: 'text',
    description: 'The user of the key, or `root` for the root key.',
    example: 'jane@example.com',
  },
  managed_by: MANAGED_BY,
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
  updated_at: { type: 'date' },
} as const satisfies RecordFields;

export type InhibitionInfo = InfoOf<typeof INHIBITION>;

/** The fields by which a list of inhibitions can be filtered without a query. */
export const INHIBITION_FILTER = ['inhibition_id', 'name', 'enabled', 'project_id', 'created_by'] as const;

export type InhibitionFilter = FilterOf<typeof INHIBITION, (typeof INHIBITION_FILTER)[number]>;

/** @throws ERROR_NOT_FOUND */
export class GetInhibition extends GetRecord<InhibitionInfo> {}

/** Returns inhibitions, the newest first. */
export class ListInhibitions extends ListRecords<InhibitionInfo, InhibitionFilter> {}

/** Returns statistics of inhibitions. Without a query: their number. */
export class StatInhibitions extends StatRecords {}
