import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';
import { UNTIL_VALUES } from '../domain/escalation.js';

/** Who is told in which order while nobody reacts to an alert. Times are in seconds. */
export const ESCALATION = {
  escalation_id: { type: 'id', kind: 'escalation' },
  name: { type: 'text', max: 255, example: 'production, around the clock' },
  filter: { type: 'json', description: 'Conditions on the alert that must all match.', example: [] },
  filter_or: { type: 'json', description: 'Conditions of which at least one must match.', example: [] },
  steps: { type: 'json', description: 'Who is told when, in this order.', example: [] },
  repeat: {
    type: 'json',
    nullable: true,
    description: 'How often all steps are told again after the last one; null: never.',
    example: { times: 3, every: 1800 },
  },
  until: {
    type: 'enum',
    name: 'EscalationUntil',
    values: UNTIL_VALUES,
    description: 'Whether an acknowledgement stops the steps, or only the end of the alert.',
  },
  fallback: {
    type: 'id',
    kind: 'subscription',
    description: 'The subscription that is told if no step reaches anybody.',
  },
  acknowledged_for: {
    type: 'number',
    nullable: true,
    description: 'Seconds after which an acknowledgement ends that was made without an end; null: it stays.',
    example: 14_400,
  },
  project_id: {
    type: 'callerId',
    nullable: true,
    description: 'Only alerts of this project are escalated; null: those of all projects.',
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

export type EscalationInfo = InfoOf<typeof ESCALATION>;

/** The fields by which a list of escalations can be filtered without a query. */
export const ESCALATION_FILTER = ['escalation_id', 'name', 'until', 'project_id', 'created_by'] as const;

export type EscalationFilter = FilterOf<typeof ESCALATION, (typeof ESCALATION_FILTER)[number]>;

/** @throws ERROR_NOT_FOUND */
export class GetEscalation extends GetRecord<EscalationInfo> {}

/** Returns policies, the newest first. */
export class ListEscalations extends ListRecords<EscalationInfo, EscalationFilter> {}

/** Returns statistics of policies. Without a query: their number. */
export class StatEscalations extends StatRecords {}
