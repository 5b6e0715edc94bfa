import { BooleanField, IntField, ListField, NestedField, TextField } from '../http/fields.js';

export class LedgerQuery {
  @IntField({
    required: false,
    min: 1,
    max: 366,
    description: 'How many days, today among them.',
    example: 7,
  })
  days?: number;
}

export class LedgerDeliveries {
  @IntField({ description: 'Acknowledged with a 202.' })
  accepted!: number;

  @IntField()
  processed!: number;

  @IntField({ description: 'Something in them could not be read.' })
  quarantined!: number;

  @IntField({ description: 'Still to be processed.' })
  pending!: number;
}

export class LedgerAlarms {
  @IntField({ description: 'What was found in the deliveries.' })
  parsed!: number;

  @IntField({ description: 'Became events.' })
  created!: number;

  @IntField({ description: 'Repeated one, and were counted on its alert.' })
  duplicate!: number;

  @IntField({ description: 'Are no alarms, like a test or an acknowledgement.' })
  ignored!: number;

  @IntField()
  quarantined!: number;
}

export class LedgerDayInfo {
  @TextField({ example: '2026-11-21', description: 'Of arrival, in UTC.' })
  day!: string;

  @NestedField(LedgerDeliveries)
  deliveries!: LedgerDeliveries;

  @NestedField(LedgerAlarms)
  alarms!: LedgerAlarms;

  @BooleanField({ description: 'Whether nothing is missing and nothing is there twice.' })
  balanced!: boolean;
}

export class LedgerInfo {
  @ListField(LedgerDayInfo)
  results!: LedgerDayInfo[];

  @BooleanField()
  balanced!: boolean;
}
