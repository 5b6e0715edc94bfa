import { DateField, EnumField, IdField, IntField, ListField, TextField } from '../http/body/fields.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';

export class GetDeliveryRequest extends DomainRequest {
  @IdField('delivery')
  delivery_id!: string;
}

export class ReplayDeliveryRequest extends GetDeliveryRequest {}

export class DeliveryOutcome {
  @IntField({ description: 'The position of the alarm in the payload, from 0.' })
  index!: number;

  @EnumField(['ACKNOWLEDGED', 'CREATED', 'DUPLICATE', 'HEARTBEAT', 'IGNORED', 'QUARANTINED'], {
    name: 'Outcome',
  })
  outcome!: 'ACKNOWLEDGED' | 'CREATED' | 'DUPLICATE' | 'HEARTBEAT' | 'IGNORED' | 'QUARANTINED';

  @IdField('event', {
    nullable: true,
    description: 'The event that was created, or the event that the alarm repeats.',
  })
  event_id!: string | null;

  @IdField('alert', {
    nullable: true,
    description:
      'The alert of the event, or the alert whose acknowledgement the sender reported. Null for other outcomes, and in ' +
      'outcomes from before release 0.3.',
  })
  alert_id!: string | null;

  @TextField({
    nullable: true,
    description:
      'With IGNORED and QUARANTINED: why. With DUPLICATE: only if the sender signed the whole delivery with the same id as an ' +
      'earlier one, which is named. `event_id` is then null. With HEARTBEAT: the name of the heartbeat that was pinged. With ACKNOWLEDGED: ' +
      '`acknowledged by` and the user, `acknowledged` if the user is unknown, or `no longer acknowledged`.',
  })
  reason!: string | null;
}

export class DeliveryInfo {
  @IdField('delivery')
  delivery_id!: string;

  @IdField('webhook')
  webhook_id!: string;

  @DateField()
  received_at!: string;

  @EnumField(['ACCEPTED', 'PROCESSED', 'QUARANTINED'], { name: 'DeliveryStatus' })
  status!: 'ACCEPTED' | 'PROCESSED' | 'QUARANTINED';

  @ListField(DeliveryOutcome, {
    description: 'The outcome of each alarm. Empty until the delivery is processed.',
  })
  outcomes!: DeliveryOutcome[];
}
