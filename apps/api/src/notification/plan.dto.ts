import { MAX_AFTER_SECONDS, MAX_STEPS, SUBSCRIPTION_TRIGGERS, UNTIL_VALUES, type Until } from '#notification';
import type { Json } from '#shared/kernel/json.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  BooleanField,
  CallerIdField,
  EnumField,
  IdField,
  ListField,
  NameField,
  NestedField,
  ObjectField,
  SecondsField,
} from '../http/body/fields.js';
import { MomentField } from '../http/body/moment-field.js';
import { ConditionsField, type Condition } from '../http/query/condition-fields.js';
import { EscalationRepeat } from './escalation.dto.js';
import { INHIBITION_TIME_FIELDS } from './inhibition.dto.js';
import { PreviewDaysField } from './preview.dto.js';
import { QuotaLimit } from './quota.dto.js';
import { SilenceWeekly } from './silence.dto.js';
import { EqualFieldsField, KindsField } from './subscription-fields.js';

export const MAX_RECORDS = 200;
const FILTER = {
  description: 'Conditions on the alert that must all match. Default: every alert.',
  example: [{ k: 'severity', v: 'ERROR', o: 'gte' }],
};
const FILTER_OR = { description: 'Conditions of which at least one must match.', example: [] };
const PROJECT = {
  required: false,
  nullable: true,
  description: 'Only alerts of this project. Default: of all.',
};
const STORED = { required: false, description: 'The record that is replaced. Default: it is new.' };

class PlannedRecord {
  @NameField({ example: 'on-call' })
  name!: string;
}

class FilteredRecord extends PlannedRecord {
  @ConditionsField({ required: false, ...FILTER })
  filter?: Condition[];

  @ConditionsField({ required: false, ...FILTER_OR })
  filter_or?: Condition[];
}

export class PlannedSubscription extends FilteredRecord {
  @IdField('subscription', STORED)
  subscription_id?: string;

  @CallerIdField({ example: 'webhook' })
  protocol_id!: string;

  @CallerIdField(PROJECT)
  project_id?: string | null;

  @KindsField({
    required: false,
    description: 'The kinds of notifications to send. Default: as for a new one.',
  })
  kinds?: string[];

  @EnumField(SUBSCRIPTION_TRIGGERS, {
    name: 'SubscriptionTrigger',
    required: false,
    description: 'What it is told by. Those of steps are told nothing by changes. Default: CHANGE.',
  })
  trigger?: (typeof SUBSCRIPTION_TRIGGERS)[number];

  @BooleanField({ required: false, description: 'Default: true.' })
  enabled?: boolean;

  @ObjectField({
    required: false,
    description: 'The options of the protocol. Only which there are matters, so secrets need not be sent.',
    example: { url: '***' },
  })
  options?: Readonly<Record<string, Json>>;
}

export class PlannedSilence extends FilteredRecord {
  @IdField('silence', STORED)
  silence_id?: string;

  @MomentField({ required: false, description: 'A time, or a relative time like `now + 1h`. Default: now.' })
  starts_at?: string;

  @MomentField({ description: 'A time, or a relative time.', example: 'now + 2h' })
  ends_at!: string;

  @NestedField(SilenceWeekly, {
    required: false,
    nullable: true,
    description: 'The weekly windows to which the silence is restricted. Default: all the time.',
  })
  weekly?: SilenceWeekly | null;
}

export class PlannedInhibition extends PlannedRecord {
  @IdField('inhibition', STORED)
  inhibition_id?: string;

  @CallerIdField(PROJECT)
  project_id?: string | null;

  @ConditionsField({
    description: 'Conditions on the alert that explains others.',
    example: [{ k: 'rule', v: 'ClusterDown', o: 'eq' }],
  })
  source!: Condition[];

  @ConditionsField({
    description: 'Conditions on the alerts that are held back.',
    example: [{ k: 'severity', v: 'WARNING', o: 'eq' }],
  })
  target!: Condition[];

  @EqualFieldsField({
    required: false,
    description: 'The fields that must have the same value in both alerts. Default: none.',
    example: ['labels.cluster'],
  })
  equal?: string[];

  @SecondsField({ required: false, ...INHIBITION_TIME_FIELDS.wait })
  wait?: number;

  @SecondsField({ required: false, ...INHIBITION_TIME_FIELDS.settle })
  settle?: number;

  @SecondsField({ required: false, ...INHIBITION_TIME_FIELDS.max })
  max?: number;

  @BooleanField({ required: false, description: 'Default: true.' })
  enabled?: boolean;
}

export class PlannedStep {
  @SecondsField({
    max: MAX_AFTER_SECONDS,
    description: 'Seconds from the opening of the alert.',
    example: 300,
  })
  after!: number;
}

export class PlannedEscalation extends FilteredRecord {
  @IdField('escalation', STORED)
  escalation_id?: string;

  @CallerIdField(PROJECT)
  project_id?: string | null;

  @ListField(PlannedStep, {
    max: MAX_STEPS,
    description: 'The steps, each later than the one before. Whom they tell does not matter.',
    example: [{ after: 0 }, { after: 300 }],
  })
  steps!: PlannedStep[];

  @NestedField(EscalationRepeat, { required: false, nullable: true, description: 'Default: once.' })
  repeat?: EscalationRepeat | null;

  @EnumField(UNTIL_VALUES, {
    name: 'EscalationUntil',
    required: false,
    description: 'What stops the steps. Default: ACKNOWLEDGED.',
  })
  until?: Until;
}

export class PlannedQuota {
  @CallerIdField({ example: 'email' })
  protocol_id!: string;

  @NestedField(QuotaLimit, { example: { day: 1000 } })
  limit!: QuotaLimit;
}

const RECORDS = { required: false, max: MAX_RECORDS };

export class PreviewPlanRequest extends DomainRequest {
  @PreviewDaysField()
  days!: number;

  @ListField(PlannedSubscription, {
    ...RECORDS,
    description: 'Subscriptions that are added or replaced.',
    example: [{ name: 'on-call', protocol_id: 'webhook', filter: FILTER.example }],
  })
  subscriptions?: PlannedSubscription[];

  @ListField(PlannedSilence, {
    ...RECORDS,
    description:
      'Silences that are added or replaced. One that has not ended counts as if it had applied all the time, or in its weekly windows.',
  })
  silences?: PlannedSilence[];

  @ListField(PlannedInhibition, { ...RECORDS, description: 'Inhibitions that are added or replaced.' })
  inhibitions?: PlannedInhibition[];

  @ListField(PlannedEscalation, { ...RECORDS, description: 'Escalations that are added or replaced.' })
  escalations?: PlannedEscalation[];

  @ListField(PlannedQuota, { ...RECORDS, description: 'The limits of protocols.' })
  quotas?: PlannedQuota[];
}
