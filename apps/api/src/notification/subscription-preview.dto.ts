import type { Json } from '#shared/kernel/json.js';
import {
  CallerIdField,
  IdField,
  IntField,
  ListField,
  NestedField,
  ObjectField,
  TextField,
} from '../http/body/fields.js';
import { ChangePreview, PreviewDaysField, PreviewedChange, PreviewedQuota } from './preview.dto.js';
import { OPTIONS, SubscriptionFields, TEMPLATE, TIMEZONE } from './subscription.dto.js';

export class PreviewSubscriptionRequest extends SubscriptionFields {
  @IdField('subscription')
  subscription_id!: string;

  @PreviewDaysField()
  days!: number;
}

export class PreviewSubscriptionDraftRequest extends SubscriptionFields {
  @PreviewDaysField()
  days!: number;

  @CallerIdField({ example: 'webhook' })
  protocol_id!: string;

  @CallerIdField({ required: false, description: 'Only alerts of this project. Default: of all projects.' })
  project_id?: string;
}

const PREVIEWED_ALERT = {
  description:
    'The alert whose newest change is shown, with `kinds` of one of these kinds. Default: the newest alert of the last 30 days that ' +
    'the filter finds; if there is none, a sample.',
};

class MessageDraftFields extends SubscriptionFields {
  @IdField('alert', { required: false, ...PREVIEWED_ALERT })
  alert_id?: string;

  @TextField({ required: false, nullable: true, ...TEMPLATE })
  template?: string | null;

  @TextField({ required: false, ...TIMEZONE })
  timezone?: string;
}

export class PreviewMessageRequest extends MessageDraftFields {
  @IdField('subscription')
  subscription_id!: string;

  @ObjectField({ required: false, ...OPTIONS })
  options?: Readonly<Record<string, Json>>;
}

export class PreviewMessageDraftRequest extends MessageDraftFields {
  @CallerIdField({ example: 'webhook' })
  protocol_id!: string;

  @ObjectField(OPTIONS)
  options!: Readonly<Record<string, Json>>;

  @CallerIdField({ required: false, description: 'Only alerts of this project. Default: of all projects.' })
  project_id?: string;
}

export class SubscriptionDifference {
  @IntField({ description: 'The number of notifications of the stored subscription.' })
  present!: number;

  @IntField({ description: 'The number of notifications that only the stored subscription would have sent.' })
  missing!: number;

  @IntField({ description: 'The number of notifications that only the draft would have sent.' })
  additional!: number;

  @ListField(PreviewedChange, {
    description: 'The oldest 50 that only the stored subscription would have sent.',
  })
  first_missing!: PreviewedChange[];

  @ListField(PreviewedChange, { description: 'The oldest 50 that only the draft would have sent.' })
  first_additional!: PreviewedChange[];
}

export class SubscriptionPreview extends ChangePreview {
  @IntField()
  notifications!: number;

  @IntField({ description: 'The units of the quota that would have been consumed if no attempt failed.' })
  units!: number;

  @NestedField(PreviewedQuota, { description: 'The effect of the limit that applies now.' })
  quota!: PreviewedQuota;

  @NestedField(SubscriptionDifference, {
    nullable: true,
    description:
      'The comparison with the stored subscription; null if the request replaces none of its fields.',
  })
  difference!: SubscriptionDifference | null;
}
