import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';

export const SILENCE_STATES = ['PENDING', 'ACTIVE', 'EXPIRED'] as const;

/** A time in which no notifications are sent of the alerts that match. */
export const SILENCE = {
  silence_id: { type: 'id', kind: 'silence' },
  name: { type: 'text', max: 255, example: 'database upgrade' },
  state: {
    type: 'enum',
    name: 'SilenceState',
    values: SILENCE_STATES,
    description:
      'PENDING before `starts_at`, EXPIRED from `ends_at` on, otherwise ACTIVE. With `weekly`, an ACTIVE silence ' +
      'takes effect only in these windows.',
  },
  filter: { type: 'json', description: 'Conditions on the alert that must all match.', example: [] },
  filter_or: { type: 'json', description: 'Conditions of which at least one must match.', example: [] },
  starts_at: { type: 'date' },
  ends_at: { type: 'date' },
  reason: { type: 'text', max: 1024, example: 'CHG-1234' },
  weekly: {
    type: 'json',
    nullable: true,
    description: 'The weekly windows to which the silence is restricted; null: all the time.',
    example: { days: ['SAT', 'SUN'], from: '22:00', to: '06:00', timezone: 'Europe/Berlin' },
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

export type SilenceInfo = InfoOf<typeof SILENCE>;

/** The fields by which a list of silences can be filtered without a query. */
export const SILENCE_FILTER = ['silence_id', 'name', 'state', 'created_by'] as const;

export type SilenceFilter = FilterOf<typeof SILENCE, (typeof SILENCE_FILTER)[number]>;

/** @throws ERROR_NOT_FOUND */
export class GetSilence extends GetRecord<SilenceInfo> {}

/** Returns silences, the newest first. */
export class ListSilences extends ListRecords<SilenceInfo, SilenceFilter> {}

/** Returns statistics of silences. Without a query: the number in each state. */
export class StatSilences extends StatRecords {}
