import { DateField, EnumField, IdField, IntField, ListField, TextField } from '../http/body/fields.js';
import { InDomain } from '../http/auth/in-domain.dto.js';

export class GetDeliveryRequest extends InDomain {
  @IdField('delivery')
  delivery_id!: string;
}

export class ReplayDeliveryRequest extends GetDeliveryRequest {}

export class DeliveryOutcome {
  @IntField({ description: 'The place of the alarm in the payload, from 0.' })
  index!: number;

  @EnumField(['ACKNOWLEDGED', 'CREATED', 'DUPLICATE', 'HEARTBEAT', 'IGNORED', 'QUARANTINED'], {
    name: 'Outcome',
  })
  outcome!: 'ACKNOWLEDGED' | 'CREATED' | 'DUPLICATE' | 'HEARTBEAT' | 'IGNORED' | 'QUARANTINED';

  @IdField('event', {
    nullable: true,
    description: 'The event created, or the event that the alarm repeats.',
  })
  event_id!: string | null;

  @IdField('alert', { nullable: true, description: 'The alert that the sender’s acknowledgement is about.' })
  alert_id!: string | null;

  @TextField({
    nullable: true,
    description:
      'Of HEARTBEAT: the name of the heartbeat that was pinged. Of ACKNOWLEDGED: by whom, or `no longer acknowledged`.',
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

  @ListField(DeliveryOutcome, { description: 'Empty until it is processed.' })
  outcomes!: DeliveryOutcome[];
}
