import {
  MAX_INTERVAL_SECONDS,
  MAX_TEMPLATE_LENGTH,
  MAX_WAIT_SECONDS,
  MAX_GROUP_FIELDS,
  MAX_REMIND_SECONDS,
  MIN_INTERVAL_SECONDS,
  MIN_REMIND_SECONDS,
  REMIND_ENDS,
  SUBSCRIPTION,
  SUBSCRIPTION_FILTER,
  SUBSCRIPTION_TRIGGERS,
  type RemindEnd,
} from '#notification';
import type { Json } from '#shared/kernel/json.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  BooleanField,
  CallerIdField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NameField,
  NestedField,
  ObjectField,
  OnlyField,
  QueryField,
  SecondsField,
  TextField,
} from '../http/body/fields.js';
import { EndGraceField, GraceSecondsField } from '../http/body/rotation-fields.js';
import { ManagedByField } from '../http/body/managed-by-field.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';
import { ConditionsField, FilterField, type Condition } from '../http/query/condition-fields.js';
import { GroupFieldsField, KindsField, SigningSecretField } from './subscription-fields.js';

export const OPTIONS = {
  description:
    'The options of the protocol, as defined by its `options_schema`. `***` keeps a stored secret.',
  example: { url: 'https://example.com/alerts' },
};
const FILTER = {
  description: 'Conditions on the alert that must all match, as in a search of alerts. Default: every alert.',
  example: [{ k: 'severity', v: 'ERROR', o: 'gte' }],
};
const FILTER_OR = { description: 'Conditions of which at least one must match.', example: [] };

export class SubscriptionGroup {
  @GroupFieldsField({
    description: `1 to ${MAX_GROUP_FIELDS} fields of the alert. Alerts with equal values of all of them are a group.`,
    example: ['severity', 'resource.name'],
  })
  by!: string[];

  @SecondsField({
    max: MAX_WAIT_SECONDS,
    description: 'The number of seconds that the first change of a group waits for further changes.',
    example: 30,
  })
  wait!: number;

  @SecondsField({
    min: MIN_INTERVAL_SECONDS,
    max: MAX_INTERVAL_SECONDS,
    description: 'The minimum number of seconds between two messages of a group.',
    example: 300,
  })
  interval!: number;
}

export class SubscriptionRemind {
  @SecondsField({
    min: MIN_REMIND_SECONDS,
    max: MAX_REMIND_SECONDS,
    description: 'The number of seconds between the last message about the alert and a reminder.',
    example: 3_600,
  })
  every!: number;

  @EnumField(REMIND_ENDS, {
    required: false,
    name: 'RemindEnd',
    description:
      'What ends the reminders: an acknowledgement, or only the end of the alert. Default: ACKNOWLEDGED.',
  })
  until?: RemindEnd;
}

const REMIND = {
  description:
    'Sends a reminder (`alert.reminder`) while an alert is open that the subscription was told of. Default, and null in an ' +
    'update: none. Not for `relay`.',
};

const GROUP = {
  description:
    'Sends related changes of alerts together, as one digest. Default, and null in an update: each change is sent by ' +
    'itself. Not for `relay`.',
};

export const TEMPLATE = {
  max: MAX_TEMPLATE_LENGTH,
  description:
    'A JSONata expression on the message: `type`, `timestamp` and `data`. For `webhook`, its result is the request body. For ' +
    'all others, it returns an object with `title`, `text` and `fields`, of which those that are missing stay as they ' +
    'are. If it returns nothing, the message is sent unchanged. Not for `relay`. Default, and null in an ' +
    'update: messages are sent unchanged.',
  example: '{ "text": data.alert.title & " is " & data.alert.state }',
};

export const TIMEZONE = {
  max: 64,
  description: 'The time zone, by its IANA name, of the times in messages for people. Default: UTC.',
  example: 'Europe/Berlin',
};

export class SubscriptionFields extends DomainRequest {
  @KindsField({
    required: false,
    description:
      'The kinds of notifications to send. Default: all except `source.silent`, `source.back` and `delivery.quarantined`.',
  })
  kinds?: string[];

  @FilterField({ required: false, ...FILTER })
  filter?: Condition[];

  @ConditionsField({ required: false, ...FILTER_OR })
  filter_or?: Condition[];
}

class SavedSubscriptionFields extends SubscriptionFields {
  @EnumField(SUBSCRIPTION_TRIGGERS, {
    name: 'SubscriptionTrigger',
    required: false,
    description: `${SUBSCRIPTION.trigger.description} Default: CHANGE.`,
    example: 'CHANGE',
  })
  trigger?: (typeof SUBSCRIPTION_TRIGGERS)[number];

  @NestedField(SubscriptionGroup, { required: false, nullable: true, ...GROUP })
  group?: SubscriptionGroup | null;

  @TextField({ required: false, nullable: true, ...TEMPLATE })
  template?: string | null;

  @TextField({ required: false, ...TIMEZONE })
  timezone?: string;

  @NestedField(SubscriptionRemind, { required: false, nullable: true, ...REMIND })
  remind?: SubscriptionRemind | null;

  @BooleanField({
    required: false,
    description:
      'Whether messages about open alerts have links to acknowledge, resolve and silence them. Default: true for `slack`, ' +
      '`teams` and `email`; other protocols show none.',
    example: true,
  })
  actions?: boolean;

  @ManagedByField()
  managed_by?: string | null;
}

export class CreateSubscriptionRequest extends SavedSubscriptionFields {
  @NameField({ description: 'Unique in the project.', example: 'on-call' })
  name!: string;

  @CallerIdField({ example: 'webhook' })
  protocol_id!: string;

  @ObjectField(OPTIONS)
  options!: Readonly<Record<string, Json>>;

  @CallerIdField({ required: false, description: 'Only alerts of this project. Default: of all projects.' })
  project_id?: string;

  @SigningSecretField({
    required: false,
    description:
      'The signing secret of a subscription that was lost, which its receiver knows: random, of 16 to 64 bytes. Only an ADMIN may ' +
      'give it. Default: a new one.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  signing_secret?: string;
}

export class SubscriptionRequest extends DomainRequest {
  @IdField('subscription')
  subscription_id!: string;
}

export class GetSubscriptionRequest extends SubscriptionRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateSubscriptionRequest extends SavedSubscriptionFields {
  @IdField('subscription')
  subscription_id!: string;

  @NameField({ required: false, example: 'on-call' })
  name?: string;

  @ObjectField({ required: false, ...OPTIONS })
  options?: Readonly<Record<string, Json>>;
}

export class RotateSigningSecretRequest extends SubscriptionRequest {
  @GraceSecondsField('requests are also signed with the old secret')
  grace_seconds?: number;

  @EndGraceField()
  end_grace?: boolean;
}

export class SubscriptionQuery extends FilterType(SUBSCRIPTION, SUBSCRIPTION_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class SubscriptionStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Default: the number of subscriptions in each state.',
  })
  query?: StatisticsQuery;
}

/** Without the lists that the record description only knows as JSON. They are declared below. */
const {
  kinds: _kinds,
  filter: _filter,
  filter_or: _filterOr,
  group: _group,
  remind: _remind,
  ...DESCRIBED
} = SUBSCRIPTION;

export class SubscriptionInfo extends RecordType(DESCRIBED) {
  @KindsField({ description: 'The kinds of notifications that are sent.' })
  kinds!: string[];

  @ConditionsField({ description: 'Conditions on the alert that must all match.', example: [] })
  filter!: Condition[];

  @ConditionsField({ description: 'Conditions of which at least one must match.', example: [] })
  filter_or!: Condition[];

  @NestedField(SubscriptionGroup, {
    nullable: true,
    description: 'Which changes are sent together; null: each change is sent by itself.',
  })
  group!: SubscriptionGroup | null;

  @NestedField(SubscriptionRemind, {
    nullable: true,
    description: 'How often reminders of open alerts are sent; null: none are.',
  })
  remind!: SubscriptionRemind | null;
}

export class SubscriptionWithSecret extends SubscriptionInfo {
  @TextField({
    nullable: true,
    description:
      'The secret that requests are signed with. It is not shown again. null if the protocol does not sign requests.',
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

  @IntField({
    nullable: true,
    description: 'The status of the response; null without a response.',
    example: 204,
  })
  status!: number | null;

  @TextField({ nullable: true, description: 'The beginning of the response.' })
  answer!: string | null;

  @TextField({ nullable: true, description: 'Why the test failed; null if it succeeded.' })
  reason!: string | null;

  @IntField({ description: 'The latency in milliseconds.', example: 42 })
  latency_ms!: number;
}
