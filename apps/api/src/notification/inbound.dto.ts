import { EnumField, IdField, TextField } from '../http/body/fields.js';
import { EndGraceField, GraceSecondsField } from '../http/body/rotation-fields.js';
import { SubscriptionInfo, SubscriptionRequest } from './subscription.dto.js';

export class RotateInboundRequest extends SubscriptionRequest {
  @GraceSecondsField('webhooks are also taken at the old address')
  grace_seconds?: number;

  @EndGraceField()
  end_grace?: boolean;
}

export class SubscriptionWithInboundUrl extends SubscriptionInfo {
  @TextField({
    description: 'The address to which the receiver sends its webhooks. It is a secret and not shown again.',
    example:
      'https://tocsin.example.com/notification/v1/subscription/subscription_01jd3x0000000000000000000a/inbound/0aZ…',
  })
  inbound_url!: string;
}

export class TakeInboundRequest {
  @IdField('subscription')
  subscription_id!: string;

  @TextField({ max: 64, description: 'The key in `inbound_url`: its last part.' })
  access_key!: string;
}

export class InboundReceipt {
  @EnumField(['ACKNOWLEDGED', 'UNACKNOWLEDGED', 'RESOLVED', 'NOTED', 'IGNORED'], {
    name: 'InboundOutcome',
    description:
      'What was done to the alert. `NOTED`: it was resolved at the receiver, but by no person, so that a note says so.',
  })
  outcome!: string;

  @TextField({ nullable: true, description: 'Why the webhook was ignored; otherwise null.' })
  reason!: string | null;

  @IdField('alert', { nullable: true, description: 'The alert; null if the webhook is about none.' })
  alert_id!: string | null;
}
