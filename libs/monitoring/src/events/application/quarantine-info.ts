import type { OutcomeInfo } from '../../intake/application/get-delivery.js';

/** QUARANTINED: accepted, but an alarm of it could not be processed. UNREADABLE: refused, because no body could be read. */
export const QUARANTINE_STATUSES = ['QUARANTINED', 'UNREADABLE'] as const;
export type QuarantineStatus = (typeof QUARANTINE_STATUSES)[number];

/** A delivery that became no event, or not all that it should. */
export interface QuarantineInfo {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly project_id: string;
  readonly domain_id: string;
  readonly status: QuarantineStatus;
  /** What the plugin, or whoever reads the body, says is wrong: the first of it. */
  readonly reason: string;
  readonly received_at: string;
}

/** The same with what was posted. */
export interface QuarantinedDeliveryInfo extends QuarantineInfo {
  /** Empty where nothing could be read. */
  readonly outcomes: readonly OutcomeInfo[];
  readonly content_type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly path_suffix: string;
  readonly body: string;
  /** How `body` holds the bytes: as text, or in base64 where they are none. */
  readonly body_encoding: 'utf-8' | 'base64';
  /** Of an UNREADABLE one only the beginning is kept. */
  readonly body_truncated: boolean;
}

export const QUARANTINE_FIELDS = [
  'delivery_id',
  'webhook_id',
  'project_id',
  'domain_id',
  'status',
  'reason',
  'received_at',
] as const satisfies readonly (keyof QuarantineInfo)[];

export const QUARANTINED_DELIVERY_FIELDS = [
  ...QUARANTINE_FIELDS,
  'outcomes',
  'content_type',
  'headers',
  'query',
  'path_suffix',
  'body',
  'body_encoding',
  'body_truncated',
] as const satisfies readonly (keyof QuarantinedDeliveryInfo)[];
