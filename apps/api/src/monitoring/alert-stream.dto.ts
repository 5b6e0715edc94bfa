import { ALERT, ALERT_FILTER, CHANGE_KINDS } from '#monitoring';
import { BooleanField, DateField, EnumField, IdField, NestedField, TextField } from '../http/body/fields.js';
import { AlertInfo } from './alert.dto.js';
import { StreamQueryType } from './stream.dto.js';

export class AlertStreamQuery extends StreamQueryType(ALERT, ALERT_FILTER) {}

const { state, severity } = ALERT;
const MESSAGE_TYPES = CHANGE_KINDS.map((kind) => `alert.${kind}` as const);
const BEFORE = { nullable: true, description: '`null`: there was no alert before, or it is not known.' };

export class AlertChange {
  @EnumField(state.values, { ...BEFORE, name: state.name })
  state_before!: (typeof state.values)[number] | null;

  @EnumField(state.values, { name: state.name })
  state!: (typeof state.values)[number];

  @EnumField(severity.values, { ...BEFORE, name: severity.name })
  severity_before!: (typeof severity.values)[number] | null;

  @EnumField(severity.values, { name: severity.name })
  severity!: (typeof severity.values)[number];

  @IdField('event', { nullable: true, description: 'The event that changed it, if one did.' })
  event_id!: string | null;

  @TextField({ nullable: true, description: 'Who changed it. `null`: the sender, or the service.' })
  actor!: string | null;

  @BooleanField({ description: 'The event key is flapping, as one `alert.flapping` has told.' })
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

  @DateField({ description: 'When it happened.' })
  timestamp!: string;

  @NestedField(AlertMessageData)
  data!: AlertMessageData;
}
