import { SUBSCRIPTION_TRIGGERS } from '#notification';
import {
  BooleanField,
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NestedField,
  TextField,
} from '../http/body/fields.js';
import { PreviewedAlert } from './inhibition.dto.js';
import { PreviewedChange } from './preview.dto.js';
import { QuotaLimit } from './quota.dto.js';

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

  @EnumField(SUBSCRIPTION_TRIGGERS, { name: 'SubscriptionTrigger' })
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

export class PlannedRun extends PreviewedAlert {
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
