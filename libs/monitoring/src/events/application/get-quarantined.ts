import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { OutcomeInfo } from '../../intake/application/get-delivery.js';
import type { QuarantineInfo } from '../domain/quarantine-record.js';

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

/** @throws ERROR_NOT_FOUND */
export class GetQuarantined extends Query<Partial<QuarantinedDeliveryInfo>> {
  constructor(
    readonly scope: Scope,
    readonly delivery_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
