import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { OutcomeInfo } from '../../intake/application/get-delivery.js';
import type { QuarantineFilter, QuarantineInfo } from '../domain/quarantine-record.js';

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
