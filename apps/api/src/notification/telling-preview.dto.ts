import { ALERT_STATES, SEVERITIES } from '#monitoring';
import { UNTIL_VALUES, MAX_UNTOLD, UNTOLD_REASONS } from '#notification';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NestedField,
  TextField,
} from '../http/body/fields.js';

export class PreviewAlertTellingRequest extends DomainRequest {
  @IdField('alert')
  alert_id!: string;
}

export class TellingAlert {
  @IdField('alert')
  alert_id!: string;

  @TextField({ max: 1024 })
  title!: string;

  @EnumField(SEVERITIES, { name: 'Severity' })
  severity!: string;

  @EnumField(ALERT_STATES, { name: 'AlertState' })
  state!: string;
}

export class TellingReceiver {
  @IdField('subscription')
  subscription_id!: string;

  @TextField({ max: 255, example: 'on-call' })
  name!: string;

  @CallerIdField({ example: 'webhook' })
  protocol_id!: string;
}

export class PreviewedSilence {
  @IdField('silence')
  silence_id!: string;

  @TextField({ max: 1024, example: 'CHG-1234' })
  reason!: string;

  @DateField()
  until!: string;
}

export class PreviewedSubscription extends TellingReceiver {
  @NestedField(PreviewedSilence, {
    nullable: true,
    description: 'The same as `silenced_by` of the answer; null: there is none.',
  })
  silenced_by!: PreviewedSilence | null;

  @DateField({
    nullable: true,
    description:
      'It knows that the event key of the alert is flapping, and would be told once the key is calm, at this time at the earliest, if the ' +
      'alert is open then; null: the key is not flapping, it was not told so, or the alert is worse than what it was told.',
  })
  flapping_until!: string | null;

  @IntField({
    description:
      'Seconds for which it would wait for others of its group, if it is the first of them; 0: it is told at once.',
    example: 0,
  })
  wait!: number;
}

export class TellingStep {
  @IntField({ description: 'The number of the step.', example: 1 })
  step!: number;

  @IntField({ description: 'Seconds from the opening of the alert.', example: 300 })
  after!: number;

  @IdField('on_call', { nullable: true, description: 'The schedule that is asked; null: none.' })
  on_call_id!: string | null;

  @ListField(TellingReceiver, { description: 'Whom the step would tell, with those who are on call now.' })
  receivers!: TellingReceiver[];

  @TextField({ nullable: true, description: 'Why nobody would be told, or not all; null: all would be.' })
  reason!: string | null;
}

export class TellingEscalation {
  @IdField('escalation')
  escalation_id!: string;

  @TextField({ max: 255, example: 'production, around the clock' })
  name!: string;

  @EnumField(UNTIL_VALUES, { name: 'EscalationUntil' })
  until!: string;

  @ListField(TellingStep)
  steps!: TellingStep[];

  @NestedField(TellingReceiver, {
    nullable: true,
    description: 'Who is told if no step reaches anybody; null if that subscription was deleted.',
  })
  fallback!: TellingReceiver | null;
}

export class InhibitingAlert {
  @IdField('inhibition')
  inhibition_id!: string;

  @IdField('alert')
  source_alert_id!: string;

  @DateField()
  until!: string;
}

export class InvalidSubscription {
  @IdField('subscription')
  subscription_id!: string;

  @TextField()
  reason!: string;
}

export class UntoldSubscription extends TellingReceiver {
  @EnumField(UNTOLD_REASONS, {
    name: 'UntoldReason',
    description:
      'DISABLED: it is disabled. KIND: it is not told of alerts that open. PROJECT: it is for alerts of another project. NO_STEP: only ' +
      'steps of escalations tell it, and none that applies would tell it now. CONDITIONS: conditions of its filter do not match. ' +
      'INVALID_FILTER: its filter cannot be applied any more.',
  })
  reason!: string;

  @TextField({
    nullable: true,
    description: 'More about the reason, such as the project; null: there is nothing more to say.',
  })
  details!: string | null;

  @ListField('text', {
    description: 'The conditions that do not match, as text.',
    example: ['labels.team = "db"'],
  })
  conditions!: string[];
}

export class AlertTellingPreview {
  @NestedField(TellingAlert)
  alert!: TellingAlert;

  @ListField(PreviewedSubscription, { description: 'The subscriptions whose filter finds the alert.' })
  subscriptions!: PreviewedSubscription[];

  @ListField(TellingEscalation, { description: 'The escalations that would begin.' })
  escalations!: TellingEscalation[];

  @NestedField(PreviewedSilence, {
    nullable: true,
    description:
      'The silence that would hold the alert back, so that neither subscriptions nor escalations would tell of it until then; null: there ' +
      'is none.',
  })
  silenced_by!: PreviewedSilence | null;

  @NestedField(InhibitingAlert, {
    nullable: true,
    description:
      'The open alert that explains this one, so that neither subscriptions nor escalations would tell of it until then; null: there is none.',
  })
  inhibited_by!: InhibitingAlert | null;

  @ListField(InvalidSubscription, {
    description: 'The subscriptions whose filter cannot be applied any more.',
  })
  invalid!: InvalidSubscription[];

  @ListField(UntoldSubscription, {
    description: `The first ${MAX_UNTOLD} subscriptions that nothing would tell, and why; those that nearly match come first.`,
  })
  untold!: UntoldSubscription[];

  @IntField({ description: 'The number of all subscriptions that nothing would tell.' })
  untold_count!: number;
}
