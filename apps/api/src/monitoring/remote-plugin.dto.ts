import { EVENT_TYPES, REMOTE_LIMITS, SEVERITIES, TIME_KINDS, type TimeKind } from '#monitoring';
import {
  AnyField,
  BooleanField,
  DateField,
  EnumField,
  ListField,
  NestedField,
  ObjectField,
  TextField,
} from '../http/body/fields.js';
import { LabelsField } from '../http/body/label-fields.js';

export class RemoteDelivery {
  @AnyField({
    nullable: true,
    description:
      'The parsed body: JSON with all digits of its numbers, a form as an object of strings (a repeated field is a list ' +
      'of strings), or any other body as text.',
    example: { text: 'disk full', host: 'db-1' },
  })
  body!: unknown;

  @ObjectField({
    description: 'The stored headers, with names in lower case.',
    example: { 'content-type': 'application/json' },
  })
  headers!: Record<string, string>;

  @TextField({ example: 'application/json' })
  content_type!: string;

  @ObjectField({ description: 'The parameters of the query string.', example: {} })
  query!: Record<string, string>;

  @TextField({
    description:
      'The part of the path after `/events`, decoded. A `/` or `%` within a segment stays encoded (`%2F`, `%25`).',
  })
  path_suffix!: string;

  @DateField({ description: 'When the delivery arrived.' })
  received_at!: string;
}

/** The request to a remote plugin for each delivery. */
export class ParseDeliveryRequest {
  @NestedField(RemoteDelivery)
  delivery!: RemoteDelivery;
}

export class RemoteResource {
  @TextField({ required: false, nullable: true })
  resource_id?: string | null;

  @TextField({ required: false, nullable: true })
  resource_type?: string | null;

  @TextField({ required: false, nullable: true })
  name?: string | null;
}

export class RemoteLink {
  @TextField({
    description: 'Usual names: runbook, dashboard, panel, generator, source, silence, image.',
    example: 'runbook',
  })
  name!: string;

  @TextField({ max: 8192, description: 'http or https.', example: 'https://runbooks.example.com/disk' })
  url!: string;
}

/** The fields of an event that the plugin decides. */
export class RemoteEvent {
  @TextField({
    description:
      'The identifier of the problem. All alarms of a problem and its recovery have the same event key.',
    example: 'db-1',
  })
  event_key!: string;

  @TextField({
    required: false,
    nullable: true,
    description:
      'For a RECOVERY: the event key that a previous version of the plugin gave the problem. If only that key has an open ' +
      'alert, the recovery closes it. Not stored.',
  })
  previous_event_key?: string | null;

  @EnumField(EVENT_TYPES, { name: 'EventType', required: false, nullable: true })
  event_type?: (typeof EVENT_TYPES)[number] | null;

  @TextField({
    required: false,
    nullable: true,
    description: 'Required, except for a RECOVERY.',
    example: 'disk full',
  })
  title?: string | null;

  @TextField({ required: false, nullable: true })
  description?: string | null;

  @EnumField(SEVERITIES, { name: 'Severity', required: false, nullable: true })
  severity?: (typeof SEVERITIES)[number] | null;

  @TextField({ required: false, nullable: true })
  rule?: string | null;

  @NestedField(RemoteResource, { required: false, nullable: true })
  resource?: RemoteResource | null;

  @TextField({ required: false, nullable: true })
  provider?: string | null;

  @TextField({ required: false, nullable: true })
  account?: string | null;

  @TextField({ required: false, nullable: true })
  image_url?: string | null;

  @DateField({
    required: false,
    nullable: true,
    description:
      'The time of the change, with a time zone. For a RECOVERY, the end of the problem. Events of an event key are ' +
      'ordered by this time, and the newest determines the state of the alert. Default: the arrival.',
  })
  occurred_at?: string | null;

  @EnumField(TIME_KINDS, {
    name: 'OccurredAtIs',
    required: false,
    nullable: true,
    description:
      'The meaning of `occurred_at`. `change`: the time of the change. `start`: the start of the problem. An alarm with ' +
      'such a time is repeated with the same time while the problem lasts; a RECOVERY has such a time only if its end ' +
      'is not known. Default: `change`.',
  })
  occurred_at_is?: TimeKind | null;

  @DateField({
    required: false,
    nullable: true,
    description: 'For a RECOVERY whose `occurred_at` is the end: the start of the problem, with a time zone.',
  })
  started_at?: string | null;

  @TextField({
    required: false,
    nullable: true,
    description: "For a RECOVERY: the name of the sender's user who resolved the alarm.",
    example: 'Ada Lovelace',
  })
  resolved_by?: string | null;

  @LabelsField({
    required: false,
    nullable: true,
    description: 'What the alarm is filtered, grouped and told apart by. Longer or more labels are cut.',
  })
  labels?: Record<string, string> | null;

  @ListField(RemoteLink, { required: false, nullable: true, description: 'Pages about the alarm.' })
  links?: RemoteLink[] | null;

  @ObjectField({ required: false, nullable: true })
  additional_info?: object | null;

  @AnyField({ required: false, description: 'Default: the part of the body at `pointer`.' })
  raw_data?: unknown;

  @TextField({
    required: false,
    nullable: true,
    description:
      'The JSON pointer of the part of the body that the event was parsed from. It distinguishes the alarms of one ' +
      'delivery.',
    example: '',
  })
  pointer?: string | null;
}

/** An outcome that is no event: somebody acknowledged an alert in the sender's system. */
export class RemoteAcknowledgement {
  @TextField({ description: "The event key of the alert's events.", example: 'db-1' })
  event_key!: string;

  @TextField({
    required: false,
    nullable: true,
    description: 'The event key that a previous version of the plugin gave the problem. Not stored.',
  })
  previous_event_key?: string | null;

  @BooleanField({
    required: false,
    nullable: true,
    description: 'False: the acknowledgement was withdrawn. Default: true.',
  })
  acknowledged?: boolean | null;

  @TextField({
    required: false,
    nullable: true,
    description: 'The user of the sender.',
    example: 'Ada Lovelace',
  })
  by?: string | null;

  @TextField({ required: false, nullable: true })
  comment?: string | null;

  @DateField({
    required: false,
    nullable: true,
    description: 'When the acknowledgement was made, with a time zone. Default: the arrival.',
  })
  occurred_at?: string | null;

  @TextField({
    required: false,
    nullable: true,
    description: 'The JSON pointer of the part of the body that the acknowledgement was parsed from.',
    example: '',
  })
  pointer?: string | null;
}

export class RemoteOutcome {
  @EnumField(['EVENT', 'ACKNOWLEDGED', 'IGNORED', 'ERROR'], { name: 'PreviewedOutcomeKind' })
  outcome!: 'EVENT' | 'ACKNOWLEDGED' | 'IGNORED' | 'ERROR';

  @NestedField(RemoteEvent, { required: false, description: 'The event. Required with EVENT.' })
  event?: RemoteEvent;

  @NestedField(RemoteAcknowledgement, {
    required: false,
    description: 'The acknowledgement. Required with ACKNOWLEDGED.',
  })
  acknowledgement?: RemoteAcknowledgement;

  @TextField({
    required: false,
    description: 'With IGNORED and ERROR: why the item is ignored or cannot be parsed.',
    example: 'a heartbeat',
  })
  reason?: string;

  @TextField({
    required: false,
    description:
      'With IGNORED and ERROR: the JSON pointer of the part of the body that the outcome is about.',
    example: '',
  })
  pointer?: string;
}

export class ParseDeliveryAnswer {
  @ListField(RemoteOutcome, {
    max: REMOTE_LIMITS.maxOutcomes,
    description: 'The outcomes, in the order of the payload. An invalid outcome does not affect the others.',
    example: [
      { outcome: 'EVENT', event: { event_key: 'db-1', title: 'disk full', severity: 'ERROR' } },
      { outcome: 'ACKNOWLEDGED', acknowledgement: { event_key: 'db-2', by: 'Ada Lovelace' } },
      { outcome: 'IGNORED', reason: 'a heartbeat' },
      { outcome: 'ERROR', reason: 'has no host' },
    ],
  })
  outcomes!: RemoteOutcome[];
}

/** The request to a remote plugin when the plugin of a webhook is verified. */
export class VerifyRemotePluginRequest {
  @DateField()
  asked_at!: string;
}

export class RemoteCheck {
  @TextField({ example: 'database' })
  name!: string;

  @BooleanField()
  ok!: boolean;

  @TextField({ example: 'reachable' })
  message!: string;
}

export class VerifyRemotePluginAnswer {
  @ListField(RemoteCheck, {
    max: REMOTE_LIMITS.maxChecks,
    example: [{ name: 'database', ok: true, message: 'reachable' }],
  })
  checks!: RemoteCheck[];
}
