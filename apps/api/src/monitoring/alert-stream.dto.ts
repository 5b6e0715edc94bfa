import { ALERT_FIELDS, ALERT_FILTER, CHANGE_KINDS } from '#monitoring';
import { BooleanField, DateField, EnumField, IdField, NestedField, TextField } from '../http/body/fields.js';
import { AlertInfo } from './alert.dto.js';
import { StreamQueryType } from './stream.dto.js';

export class AlertStreamQuery extends StreamQueryType(ALERT_FIELDS, ALERT_FILTER) {}

const { state, severity } = ALERT_FIELDS;
const MESSAGE_TYPES = CHANGE_KINDS.map((kind) => `alert.${kind}` as const);
const BEFORE = {
  nullable: true,
  description: 'The value before the change. `null`: the alert is new, or the value is unknown.',
};

export class AlertChange {
  @EnumField(state.values, { ...BEFORE, name: state.name })
  state_before!: (typeof state.values)[number] | null;

  @EnumField(state.values, { name: state.name })
  state!: (typeof state.values)[number];

  @EnumField(severity.values, { ...BEFORE, name: severity.name })
  severity_before!: (typeof severity.values)[number] | null;

  @EnumField(severity.values, { name: severity.name })
  severity!: (typeof severity.values)[number];

  @IdField('event', {
    nullable: true,
    description: 'The event that caused the change. `null`: no event did.',
  })
  event_id!: string | null;

  @TextField({
    nullable: true,
    description:
      'The user who changed the alert, as in `acknowledged_by` and `resolved_by`. `null`: an alarm or the service changed it.',
  })
  actor!: string | null;

  @BooleanField({
    description: 'Whether the event key of the alert is flapping. One `alert.flapping` message announces it.',
  })
  flapping!: boolean;
}

export class AlertMessageData {
  @NestedField(AlertInfo, { description: 'The alert as it was when the message was sent.' })
  alert!: AlertInfo;

  @NestedField(AlertChange)
  change!: AlertChange;
}

/** The data of a message of the stream of alerts. */
export class AlertMessage {
  @EnumField(MESSAGE_TYPES, { name: 'AlertMessageType' })
  type!: (typeof MESSAGE_TYPES)[number];

  @DateField({ description: 'When the change happened.' })
  timestamp!: string;

  @NestedField(AlertMessageData)
  data!: AlertMessageData;
}
