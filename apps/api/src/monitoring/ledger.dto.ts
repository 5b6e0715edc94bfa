import {
  BooleanField,
  DateField,
  IdField,
  IntField,
  ListField,
  NestedField,
  TextField,
} from '../http/body/fields.js';

export class LedgerQuery {
  @IntField({
    required: false,
    min: 1,
    max: 366,
    description: 'The number of days, including today.',
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

  @IntField({
    description:
      'Acknowledged deliveries that are missing after a fail-over of the database; not included in ' +
      'accepted.',
  })
  lost!: number;
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

  @IntField({ description: 'Pings of heartbeats, which are no alarms and not in parsed.' })
  heartbeat!: number;

  @IntField({ description: 'What senders tell of acknowledgements, which are no alarms and not in parsed.' })
  acknowledged!: number;
}

export class LedgerDayInfo {
  @TextField({ example: '2026-11-21', description: 'The day of arrival, in UTC.' })
  day!: string;

  @NestedField(LedgerDeliveries)
  deliveries!: LedgerDeliveries;

  @NestedField(LedgerAlarms)
  alarms!: LedgerAlarms;

  @BooleanField({ description: 'Whether nothing is lost or duplicated.' })
  balanced!: boolean;
}

/** Deliveries that one API process found to be lost. */
export class LedgerLossInfo {
  @DateField()
  found_at!: string;

  @TextField({ example: 'its timeline was 1 and is 2' })
  reason!: string;

  @IntField()
  delivery_count!: number;

  @DateField()
  first_received_at!: string;

  @DateField()
  last_received_at!: string;

  @IdField('delivery')
  first_delivery_id!: string;

  @IdField('delivery', {
    description: 'The first delivery of the last segment.',
  })
  last_delivery_id!: string;
}

export class LedgerInfo {
  @ListField(LedgerDayInfo)
  results!: LedgerDayInfo[];

  @ListField(LedgerLossInfo, { description: 'Newest first, at most 100.' })
  losses!: LedgerLossInfo[];

  @BooleanField()
  balanced!: boolean;
}
