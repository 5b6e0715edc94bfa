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
    description: 'The number of days, including today. Default: 7.',
    example: 7,
  })
  days?: number;
}

export class LedgerDeliveries {
  @IntField({ description: 'Deliveries that were acknowledged.' })
  accepted!: number;

  @IntField()
  processed!: number;

  @IntField({ description: 'Deliveries of which some part could not be parsed or stored.' })
  quarantined!: number;

  @IntField({ description: 'Deliveries that are not processed yet.' })
  pending!: number;

  @IntField({
    description:
      'Acknowledged deliveries that were missing after a fail-over of the database, as earlier releases recorded. Not included in `accepted`.',
  })
  lost!: number;

  @IntField({
    description:
      'Deliveries that the database refuses. They are kept in a file of a spool and not processed: ' +
      '`accepted` is the sum of `processed`, `quarantined`, `pending` and `kept`.',
  })
  kept!: number;
}

export class LedgerAlarms {
  @IntField({ description: 'Alarms that were found in the deliveries.' })
  parsed!: number;

  @IntField({ description: 'Alarms that became events.' })
  created!: number;

  @IntField({ description: 'Alarms that repeat an event and were counted on its alert.' })
  duplicate!: number;

  @IntField({
    description:
      'Items that are not alarms, such as a test, or an acknowledgement while no alert of its event key was open.',
  })
  ignored!: number;

  @IntField()
  quarantined!: number;

  @IntField({ description: 'Pings of heartbeats. Not included in `parsed`.' })
  heartbeat!: number;

  @IntField({ description: 'Acknowledgements that senders reported. Not included in `parsed`.' })
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

  @ListField(LedgerLossInfo, { description: 'The losses, newest first. At most 100.' })
  losses!: LedgerLossInfo[];

  @BooleanField()
  balanced!: boolean;
}
