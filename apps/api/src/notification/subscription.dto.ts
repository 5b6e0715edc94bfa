import { LONGEST_GRACE, SUBSCRIPTION, SUBSCRIPTION_FILTER } from '#notification';
import type { Json } from '#shared/kernel/json.js';
import { InDomain } from '../http/auth/in-domain.dto.js';
import {
  BooleanField,
  CallerIdField,
  IdField,
  IntField,
  ListField,
  NameField,
  ObjectField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery, type Condition } from '../http/query/query.dto.js';
import { ConditionsField, KindsField } from './subscription-fields.js';

const OPTIONS = {
  description: 'As `options_schema` of the protocol says. `***` keeps a secret.',
  example: { url: 'https://example.com/alerts' },
};
const FILTER = {
  description: 'Conditions on the alert that must all match, as in a search of alerts. Default: every alert.',
  example: [{ k: 'severity', v: 'ERROR', o: 'gte' }],
};
const FILTER_OR = { description: 'Conditions of which at least one must match.', example: [] };

class SubscriptionFields extends InDomain {
  @KindsField({ required: false, description: 'The changes to send. Default: all.' })
  kinds?: string[];

  @ConditionsField({ required: false, ...FILTER })
  filter?: Condition[];

  @ConditionsField({ required: false, ...FILTER_OR })
  filter_or?: Condition[];
}

export class CreateSubscriptionRequest extends SubscriptionFields {
  @NameField({ description: 'Unique in the project.', example: 'on-call' })
  name!: string;

  @CallerIdField({ example: 'webhook' })
  protocol_id!: string;

  @ObjectField(OPTIONS)
  options!: Readonly<Record<string, Json>>;

  @CallerIdField({ required: false, description: 'Only alerts of this project. Default: of all projects.' })
  project_id?: string;
}

export class SubscriptionRequest extends InDomain {
  @IdField('subscription')
  subscription_id!: string;
}

export class GetSubscriptionRequest extends SubscriptionRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateSubscriptionRequest extends SubscriptionFields {
  @IdField('subscription')
  subscription_id!: string;

  @NameField({ required: false, example: 'on-call' })
  name?: string;

  @ObjectField({ required: false, ...OPTIONS })
  options?: Readonly<Record<string, Json>>;
}

export class RotateSigningSecretRequest extends SubscriptionRequest {
  @IntField({
    required: false,
    max: LONGEST_GRACE,
    description: 'Seconds that requests are also signed with the old secret. Default 0.',
    example: 0,
  })
  grace_seconds?: number;
}

export class SubscriptionQuery extends FilterType(SUBSCRIPTION, SUBSCRIPTION_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class SubscriptionStatQuery extends InDomain {
  @QueryField(StatisticsQuery, { required: false, description: 'Default: the number of each state.' })
  query?: StatisticsQuery;
}

/** Lists, which records describe no closer than as JSON. */
const { kinds: _kinds, filter: _filter, filter_or: _filterOr, ...DESCRIBED } = SUBSCRIPTION;

export class SubscriptionInfo extends RecordType(DESCRIBED) {
  @KindsField({ description: 'The changes that are sent.' })
  kinds!: string[];

  @ConditionsField({ description: 'Conditions on the alert that must all match.', example: [] })
  filter!: Condition[];

  @ConditionsField({ description: 'Conditions of which at least one must match.', example: [] })
  filter_or!: Condition[];
}

export class SubscriptionWithSecret extends SubscriptionInfo {
  @TextField({
    nullable: true,
    description: 'What requests are signed with, shown this once; null if the protocol signs nothing.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  signing_secret!: string | null;
}

export class SubscriptionsInfo extends ListInfo {
  @ListField(SubscriptionInfo)
  results!: SubscriptionInfo[];
}

export class SubscriptionVerification {
  @BooleanField({ example: true })
  ok!: boolean;

  @IntField({ nullable: true, description: 'Of the response; null without one.', example: 204 })
  status!: number | null;

  @TextField({ nullable: true, description: 'The beginning of the response.' })
  answer!: string | null;

  @TextField({ nullable: true, description: 'Why it failed.' })
  reason!: string | null;

  @IntField({ description: 'Milliseconds.', example: 42 })
  latency_ms!: number;
}
