import { SEVERITIES } from '#monitoring';
import { MAX_AFTER_SECONDS, MAX_STEPS, SUBSCRIPTION_TRIGGERS, UNTIL_VALUES, type Until } from '#notification';
import type { Json } from '#shared/kernel/json.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  BooleanField,
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NameField,
  NestedField,
  ObjectField,
  SecondsField,
  TextField,
} from '../http/body/fields.js';
import { MomentField } from '../http/body/moment-field.js';
import { ConditionsField, type Condition } from '../http/query/condition-fields.js';
import { EscalationRepeat } from './escalation.dto.js';
import { INHIBITION_TIME_FIELDS } from './inhibition.dto.js';
import { PreviewDaysField, PreviewedChange } from './preview.dto.js';
import { QuotaLimit } from './quota.dto.js';
import { SilenceWeekly } from './silence.dto.js';
import { EqualFieldsField, KindsField } from './subscription-fields.js';

const MAX_RECORDS = 200;
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
const TRIGGER = { name: 'SubscriptionTrigger' };

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
    ...TRIGGER,
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

const NEW = { nullable: true, description: 'null: it is new.' };

export class SubscriptionEffect {
  @IdField('subscription', NEW)
  subscription_id!: string | null;

  @TextField({ max: 255 })
  name!: string;

  @CallerIdField({ nullable: true })
  project_id!: string | null;

  @CallerIdField()
  protocol_id!: string;

  @EnumField(SUBSCRIPTION_TRIGGERS, TRIGGER)
  trigger!: string;

  @IntField({ description: 'The number of notifications with the records as they are.' })
  before!: number;

  @IntField({ description: 'The number of notifications with the records as they would be.' })
  after!: number;

  @IntField({ description: 'The number of notifications that would have been sent in addition.' })
  more!: number;

  @IntField({ description: 'The number of notifications that would not have been sent.' })
  fewer!: number;

  @ListField(PreviewedChange, { description: 'The first 10 in addition.' })
  first_more!: PreviewedChange[];

  @ListField(PreviewedChange, { description: 'The first 10 that would not have been sent.' })
  first_fewer!: PreviewedChange[];
}

export class InhibitionEffect {
  @IdField('inhibition', NEW)
  inhibition_id!: string | null;

  @TextField({ max: 255 })
  name!: string;

  @CallerIdField({ nullable: true })
  project_id!: string | null;

  @IntField({ description: 'The number of alerts that it held back, as it is.' })
  before!: number;

  @IntField({ description: 'The number of alerts that it would have held back.' })
  after!: number;
}

export class EscalationRuns {
  @IntField({ description: 'The number of alerts that would have been escalated.' })
  alerts!: number;

  @IntField({ description: 'The number of steps that would have been told.' })
  steps!: number;

  @IntField({ description: 'The number of alerts for which all steps would have been told, the last time.' })
  unanswered!: number;
}

export class PlannedRun {
  @IdField('alert')
  alert_id!: string;

  @TextField({ max: 1024 })
  title!: string;

  @EnumField(SEVERITIES, { name: 'Severity' })
  severity!: string;

  @DateField()
  opened_at!: string;

  @IntField({ description: 'The number of steps that would have been told.' })
  steps!: number;
}

export class EscalationEffect {
  @IdField('escalation', NEW)
  escalation_id!: string | null;

  @TextField({ max: 255 })
  name!: string;

  @CallerIdField({ nullable: true })
  project_id!: string | null;

  @NestedField(EscalationRuns)
  before!: EscalationRuns;

  @NestedField(EscalationRuns)
  after!: EscalationRuns;

  @ListField(PlannedRun, { description: 'The newest 10 alerts that would have been escalated.' })
  first!: PlannedRun[];
}

export class UnitUse {
  @NestedField(QuotaLimit)
  limit!: QuotaLimit;

  @IntField({
    description: 'The units that all subscriptions of the protocol would have consumed, before grouping.',
  })
  units!: number;

  @IntField({ description: 'The units that would have been refused if nothing else had consumed the quota.' })
  refused!: number;

  @EnumField(['day', 'month'], {
    nullable: true,
    description: 'The window that would have been exhausted first; null: none.',
  })
  exceeded!: string | null;

  @TextField({
    nullable: true,
    description: 'The UTC day on which it would have been.',
    example: '2026-11-20',
  })
  exceeded_on!: string | null;

  @IntField({ description: 'The units of a day at this rate, on average.' })
  per_day!: number;

  @IntField({ description: 'The units of 30 days at this rate.' })
  per_month!: number;
}

export class QuotaEffect {
  @CallerIdField()
  protocol_id!: string;

  @NestedField(UnitUse)
  before!: UnitUse;

  @NestedField(UnitUse)
  after!: UnitUse;
}

export class PlanPreview {
  @DateField()
  from!: string;

  @DateField()
  to!: string;

  @IntField({
    description: 'The number of changes of alerts in this time. 0: there is nothing to compare with.',
  })
  changes!: number;

  @BooleanField({
    description:
      'Whether all alerts of this time were considered: of an inhibition at most the newest 5,000 sources and targets, of an ' +
      'escalation the newest 5,000 alerts are.',
  })
  complete!: boolean;

  @ListField(SubscriptionEffect, {
    description: 'The subscriptions of the request, and those whose notifications differ.',
  })
  subscriptions!: SubscriptionEffect[];

  @ListField(InhibitionEffect, { description: 'The inhibitions of the request.' })
  inhibitions!: InhibitionEffect[];

  @ListField(EscalationEffect, { description: 'The escalations of the request.' })
  escalations!: EscalationEffect[];

  @ListField(QuotaEffect, {
    description:
      'The units by protocol. Silences of the request that end once and for all are left out: they say nothing of later months.',
  })
  quotas!: QuotaEffect[];
}
