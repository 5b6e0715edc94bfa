import { InDomain } from '../http/auth/in-domain.dto.js';
import { BooleanField, IntField, ListField, NestedField, TextField } from '../http/body/fields.js';

export class NotificationLedgerQuery extends InDomain {
  @IntField({
    required: false,
    min: 1,
    max: 366,
    description: 'The number of days, including today.',
    example: 7,
  })
  days?: number;
}

/** The numbers of notifications by state. */
export class NotificationLedgerOutcomes {
  @IntField({ description: 'Not sent yet.' })
  pending!: number;

  @IntField({ description: 'Wait for the quota, or for others to be sent with.' })
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
  cancelled!: number;
}

export class NotificationLedgerDayInfo {
  @TextField({ example: '2026-11-21', description: 'The day of the change, in UTC.' })
  day!: string;

  @IntField({ description: 'Changes of alerts that were read.' })
  changes!: number;

  @IntField({ description: 'Notifications that were made of them, one for each matching subscription.' })
  matched!: number;

  @IntField({ description: 'Notifications that were made when a silence had ended.' })
  after_silence!: number;

  @NestedField(NotificationLedgerOutcomes, { description: 'What became of them.' })
  notifications!: NotificationLedgerOutcomes;

  @BooleanField({
    nullable: true,
    description:
      'Whether nothing is lost or duplicated. null: on that day a release was at work that did not count.',
  })
  balanced!: boolean | null;
}

export class NotificationLedgerInfo {
  @ListField(NotificationLedgerDayInfo, { description: 'Newest first.' })
  results!: NotificationLedgerDayInfo[];

  @BooleanField({ description: 'Whether no day is off balance.' })
  balanced!: boolean;
}
