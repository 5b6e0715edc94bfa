import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { BooleanField, IntField, ListField, NestedField, TextField } from '../http/body/fields.js';

export class NotificationLedgerQuery extends DomainRequest {
  @IntField({
    required: false,
    min: 1,
    max: 366,
    description: 'The number of days, including today. Default: 7.',
    example: 7,
  })
  days?: number;
}

/** The numbers of notifications by state. */
export class NotificationLedgerOutcomes {
  @IntField({ description: 'Not sent yet.' })
  pending!: number;

  @IntField({ description: 'Waiting for the quota, or for other notifications of their group.' })
  held!: number;

  @IntField()
  sent!: number;

  @IntField()
  failed!: number;

  @IntField({ description: 'A newer change of the alert was sent instead.' })
  superseded!: number;

  @IntField()
  silenced!: number;

  @IntField()
  inhibited!: number;

  @IntField()
  cancelled!: number;
}

export class NotificationLedgerDayInfo {
  @TextField({ example: '2026-11-21', description: 'The day of the change, in UTC.' })
  day!: string;

  @IntField({ description: 'Changes of alerts that were read.' })
  changes!: number;

  @IntField({
    description: 'Notifications that were created from these changes, one for each matching subscription.',
  })
  matched!: number;

  @IntField({ description: 'Notifications that were created when a silence ended.' })
  after_silence!: number;

  @IntField({ description: 'The number of notifications that steps of escalations are.' })
  by_steps!: number;

  @NestedField(NotificationLedgerOutcomes, {
    description: 'The number of these notifications in each state.',
  })
  notifications!: NotificationLedgerOutcomes;

  @BooleanField({
    nullable: true,
    description:
      'Whether `matched` + `after_silence` + `by_steps` is the number of notifications in all states: none was lost or ' +
      'duplicated. null on days on which a release without the ledger was running.',
  })
  balanced!: boolean | null;
}

export class NotificationLedgerInfo {
  @ListField(NotificationLedgerDayInfo, { description: 'The newest day first.' })
  results!: NotificationLedgerDayInfo[];

  @BooleanField({ description: 'False if `balanced` is false for any day, otherwise true.' })
  balanced!: boolean;
}
