import { SEVERITIES } from '#monitoring';
import {
  ESCALATION,
  ESCALATION_FILTER,
  MAX_ACKNOWLEDGED_SECONDS,
  MAX_AFTER_SECONDS,
  MAX_REPEATS,
  MAX_STEP_SUBSCRIPTIONS,
  MAX_STEPS,
  MIN_EVERY_SECONDS,
  UNTIL_VALUES,
  type Until,
} from '#notification';
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
  OnlyField,
  QueryField,
  SecondsField,
  TextField,
} from '../http/body/fields.js';
import { ManagedByField } from '../http/body/managed-by-field.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';
import { ConditionsField, FilterField, type Condition } from '../http/query/condition-fields.js';
import { PreviewDaysField } from './preview.dto.js';
import { SubscriptionsField } from './subscription-fields.js';

const NAME = { example: 'production, around the clock' };
const FILTER = {
  description: 'Conditions on the alert that must all match, as in a search of alerts. Default: every alert.',
  example: [{ k: 'severity', v: 'ERROR', o: 'gte' }],
};
const FILTER_OR = { description: 'Conditions of which at least one must match.', example: [] };
const STEPS = {
  max: MAX_STEPS,
  description: `Who is told when: 1 to ${MAX_STEPS} steps, each later than the one before.`,
  example: [
    { after: 0, subscriptions: ['subscription_01kagexvhve0ya7d9z5kq5nh3m'] },
    { after: 300, on_call: 'on_call_01kagexvhve0ya7d9z5kq5nh3m' },
  ],
};
const REPEAT = {
  description:
    'Tells all steps again after the last one. Default, and null in an update: they are told once.',
};
const UNTIL = {
  name: 'EscalationUntil',
  description: `${ESCALATION.until.description} Default: ACKNOWLEDGED.`,
  example: 'ACKNOWLEDGED',
};
const FALLBACK = {
  description:
    'The subscription that gets `escalation.unreached` if no step reaches anybody, whatever its kinds. No step tells it.',
};
const ACKNOWLEDGED_FOR = {
  min: MIN_EVERY_SECONDS,
  max: MAX_ACKNOWLEDGED_SECONDS,
  description:
    'Seconds after which the escalation withdraws an acknowledgement that was made without an end. Default, and null in an ' +
    'update: it stays. Only with `until` ACKNOWLEDGED.',
  example: 14_400,
};
const PROJECT = { description: 'Only alerts of this project are escalated. Default: those of all projects.' };

export class EscalationStep {
  @SecondsField({
    max: MAX_AFTER_SECONDS,
    description:
      'Seconds from the opening of the alert, not counting those in which the escalation stands still.',
    example: 300,
  })
  after!: number;

  @SubscriptionsField({
    required: false,
    description: `At most ${MAX_STEP_SUBSCRIPTIONS} subscriptions with the trigger ESCALATION. Default: none.`,
  })
  subscriptions?: string[];

  @IdField('on_call', {
    required: false,
    nullable: true,
    description: 'A schedule: whoever is on call when the step is told is told as well. Default: none.',
  })
  on_call?: string | null;
}

export class EscalationRepeat {
  @IntField({ min: 1, max: MAX_REPEATS, description: 'How often.', example: 3 })
  times!: number;

  @SecondsField({
    min: MIN_EVERY_SECONDS,
    max: MAX_AFTER_SECONDS,
    description: 'Seconds from the last step to the first one again.',
    example: 1800,
  })
  every!: number;
}

class EscalationFields extends DomainRequest {
  @FilterField({ required: false, ...FILTER })
  filter?: Condition[];

  @ConditionsField({ required: false, ...FILTER_OR })
  filter_or?: Condition[];

  @NestedField(EscalationRepeat, { required: false, nullable: true, ...REPEAT })
  repeat?: EscalationRepeat | null;

  @EnumField(UNTIL_VALUES, { required: false, ...UNTIL })
  until?: Until;

  @SecondsField({ required: false, nullable: true, ...ACKNOWLEDGED_FOR })
  acknowledged_for?: number | null;
}

class EscalationDraft extends EscalationFields {
  @ListField(EscalationStep, STEPS)
  steps!: EscalationStep[];

  @IdField('subscription', FALLBACK)
  fallback!: string;

  @CallerIdField({ required: false, ...PROJECT })
  project_id?: string;
}

export class CreateEscalationRequest extends EscalationDraft {
  @NameField(NAME)
  name!: string;

  @ManagedByField()
  managed_by?: string | null;
}

export class EscalationRequest extends DomainRequest {
  @IdField('escalation')
  escalation_id!: string;
}

export class GetEscalationRequest extends EscalationRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateEscalationRequest extends EscalationFields {
  @IdField('escalation')
  escalation_id!: string;

  @NameField({ required: false, ...NAME })
  name?: string;

  @ListField(EscalationStep, { required: false, ...STEPS })
  steps?: EscalationStep[];

  @IdField('subscription', { required: false, ...FALLBACK })
  fallback?: string;

  @ManagedByField()
  managed_by?: string | null;
}

export class EscalationQuery extends FilterType(ESCALATION, ESCALATION_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class EscalationStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Default: the number of escalations.',
  })
  query?: StatisticsQuery;
}

export class PreviewEscalationRequest extends EscalationDraft {
  @PreviewDaysField()
  days!: number;
}

export class PreviewedEscalationStep {
  @IntField({ description: 'The number of the step.' })
  step!: number;

  @IntField({ description: 'The number of alerts for which it would have been told.' })
  alerts!: number;

  @IntField({ description: 'The number of messages, to all its receivers together.' })
  messages!: number;
}

export class PreviewedReceiver {
  @IdField('subscription')
  subscription_id!: string;

  @TextField({ nullable: true, max: 255, description: '`null` if it was deleted.' })
  name!: string | null;

  @IntField()
  messages!: number;
}

export class EscalatedAlert {
  @IdField('alert')
  alert_id!: string;

  @TextField({ max: 1024 })
  title!: string;

  @EnumField(SEVERITIES, { name: 'Severity' })
  severity!: string;

  @DateField()
  opened_at!: string;

  @IntField({ description: 'How many steps would have been told of it, with repetitions.' })
  steps!: number;
}

export class EscalationPreview {
  @DateField()
  from!: string;

  @DateField()
  to!: string;

  @IntField({ description: 'The number of alerts that opened in these days and match.' })
  alerts!: number;

  @IntField({ description: 'The number of alerts to which nobody had reacted when the last step was told.' })
  unanswered!: number;

  @ListField(PreviewedEscalationStep)
  steps!: PreviewedEscalationStep[];

  @ListField(PreviewedReceiver, {
    description: 'Who would have been told, those with the most messages first.',
  })
  receivers!: PreviewedReceiver[];

  @IntField({ description: 'How many steps would have had no receiver.' })
  nobody!: number;

  @BooleanField({
    description: 'Whether all alerts of these days were considered: at most the newest 5,000 are.',
  })
  complete!: boolean;

  @ListField(EscalatedAlert, { description: 'The newest 50 of these alerts.' })
  first!: EscalatedAlert[];
}

/** Without the fields that the record description only knows as JSON. They are declared below. */
const { filter: _filter, filter_or: _filterOr, steps: _steps, repeat: _repeat, ...DESCRIBED } = ESCALATION;

export class EscalationInfo extends RecordType(DESCRIBED) {
  @ConditionsField({ description: ESCALATION.filter.description, example: FILTER.example })
  filter!: Condition[];

  @ConditionsField({ description: ESCALATION.filter_or.description, example: [] })
  filter_or!: Condition[];

  @ListField(EscalationStep, { description: ESCALATION.steps.description, example: STEPS.example })
  steps!: EscalationStep[];

  @NestedField(EscalationRepeat, { nullable: true, description: ESCALATION.repeat.description })
  repeat!: EscalationRepeat | null;
}

export class EscalationsInfo extends ListInfo {
  @ListField(EscalationInfo)
  results!: EscalationInfo[];
}
