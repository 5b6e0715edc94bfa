import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';
import type { OutcomeInfo } from '../../intake/application/get-delivery.js';

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

type QuarantineFilter = FilterOf<typeof QUARANTINE_FIELDS, (typeof QUARANTINE_FILTER)[number]>;

export interface QuarantinedDeliveryInfo extends QuarantineInfo {
  /** Empty if the body could not be parsed. */
  readonly outcomes: readonly OutcomeInfo[];
  readonly content_type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly path_suffix: string;
  readonly body: string;
  /** Encoding of the bytes in `body`: base64 if they are not valid UTF-8. */
  readonly body_encoding: 'utf-8' | 'base64';
  /** Whether the body is cut: of an UNREADABLE delivery only the beginning is kept. */
  readonly body_truncated: boolean;
}

/** @throws ERROR_NOT_FOUND */
export class GetQuarantined extends GetRecord<QuarantinedDeliveryInfo> {}

/** Lists deliveries in quarantine, most recently received first. */
export class ListQuarantine extends ListRecords<QuarantineInfo, QuarantineFilter> {}

export class StatQuarantine extends StatRecords {}
