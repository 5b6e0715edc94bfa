import type { Json } from '#shared/kernel/json.js';
import {
  BooleanField,
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NestedField,
  ObjectField,
  TextField,
} from '../http/body/fields.js';

const VERSION = { max: 64, example: '1.0.0' };

export class PluginQuery {
  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}

export class GetPluginRequest {
  @TextField({ max: 64, example: 'prometheus' })
  plugin_id!: string;

  @TextField({ ...VERSION, required: false, description: 'Default: the latest.' })
  version?: string;

  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}

export class PreviewPluginRequest extends GetPluginRequest {
  @ObjectField({ required: false, description: "Options as defined by the plugin's options schema." })
  options?: Readonly<Record<string, Json>>;
}

export class PreviewWebhookPluginRequest {
  @IdField('webhook')
  webhook_id!: string;

  @TextField({ ...VERSION, required: false, description: "Default: the webhook's." })
  version?: string;

  @ObjectField({
    required: false,
    description: "Default: those of the webhook. `***` stands for the webhook's secret.",
  })
  options?: Readonly<Record<string, Json>>;

  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}

export class ComparePluginRequest {
  @IdField('webhook')
  webhook_id!: string;

  @TextField({ ...VERSION, description: 'The version to compare with the current one.' })
  version!: string;

  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}

export class FieldChange {
  @TextField({ example: 'severity' })
  field!: string;

  @TextField({ nullable: true, example: 'NONE' })
  before!: string | null;

  @TextField({ nullable: true, example: 'CRITICAL' })
  after!: string | null;
}

const DIFFERENCES = ['CHANGED', 'ADDED', 'REMOVED', 'UNREADABLE', 'READABLE'] as const;

export class ReadingDifference {
  @EnumField(DIFFERENCES, {
    name: 'ReadingDifferenceKind',
    description: 'CHANGED: the same alarm with other fields. ADDED, REMOVED: only one version parses it.',
  })
  difference!: (typeof DIFFERENCES)[number];

  @TextField({ nullable: true })
  event_key!: string | null;

  @TextField({ nullable: true, description: 'Of what is unreadable.' })
  reason!: string | null;

  @ListField(FieldChange)
  changes!: FieldChange[];
}

export class ComparedDelivery {
  @IdField('delivery')
  delivery_id!: string;

  @DateField()
  received_at!: string;

  @BooleanField({ description: 'Whether an alarm that is parsed now would not be.' })
  worse!: boolean;

  @ListField(ReadingDifference)
  differences!: ReadingDifference[];
}

export class UnreadableCount {
  @IntField({ description: 'With the current version.' })
  version!: number;

  @IntField()
  compared_version!: number;
}

export class PluginComparison {
  @TextField({ example: 'grafana' })
  plugin_id!: string;

  @TextField({ ...VERSION, description: 'The current version.' })
  version!: string;

  @TextField({ ...VERSION })
  compared_version!: string;

  @IntField({ description: 'Stored deliveries that were parsed with both versions, at most 100.' })
  deliveries!: number;

  @IntField()
  same!: number;

  @IntField()
  different!: number;

  @NestedField(UnreadableCount)
  unreadable!: UnreadableCount;

  @BooleanField({ description: 'AUTO would not upgrade to this version.' })
  worse!: boolean;

  @ListField(ComparedDelivery, { description: 'Deliveries with different results, newest first.' })
  results!: ComparedDelivery[];
}

export class PluginSummary {
  @TextField({ example: 'prometheus' })
  plugin_id!: string;

  @TextField({ example: 'Prometheus Alertmanager' })
  name!: string;

  @TextField({ example: 'prometheus' })
  provider!: string;

  @TextField({ ...VERSION, description: 'The latest.' })
  version!: string;

  @ListField('text', { description: 'All versions, newest first.' })
  versions!: string[];
}

export class PluginsInfo {
  @ListField(PluginSummary)
  results!: PluginSummary[];

  @IntField()
  total_count!: number;
}

export class PluginSample {
  @TextField()
  name!: string;

  @TextField({ required: false, example: 'application/json' })
  content_type?: string;

  @ObjectField({ required: false })
  headers?: object;

  @TextField({ description: 'As it is posted.' })
  body!: string;

  @ListField(Object, { description: 'What it becomes.' })
  expect!: object[];

  @TextField({ required: false, description: 'Samples with the same value have the same event_key.' })
  incident?: string;
}

export class PluginInfo extends PluginSummary {
  @ObjectField({ description: 'JSON Schema 2020-12; a property marked `writeOnly` is a secret.' })
  options_schema!: object;

  @TextField({ description: 'A guide to set up the sender, in Markdown.' })
  docs!: string;

  @ListField(PluginSample)
  samples!: PluginSample[];
}

export class PreviewedAcknowledgement {
  @TextField({ description: 'Of the alert that was acknowledged.', example: 'db-1' })
  event_key!: string;

  @BooleanField({ description: 'False: the acknowledgement was taken back.' })
  acknowledged!: boolean;

  @TextField({ nullable: true, description: "The sender's user.", example: 'Ada Lovelace' })
  by!: string | null;

  @TextField({ nullable: true })
  comment!: string | null;

  @DateField({ description: "The sender's time; the arrival where it states none." })
  occurred_at!: string;
}

export class PreviewedOutcome {
  @EnumField(['EVENT', 'ACKNOWLEDGED', 'IGNORED', 'ERROR'], { name: 'PreviewedOutcomeKind' })
  outcome!: 'EVENT' | 'ACKNOWLEDGED' | 'IGNORED' | 'ERROR';

  @ObjectField({
    required: false,
    description: 'With EVENT: the fields of the event that the plugin sets.',
  })
  event?: object;

  @NestedField(PreviewedAcknowledgement, { required: false, description: 'With ACKNOWLEDGED.' })
  acknowledgement?: PreviewedAcknowledgement;

  @TextField({ required: false, description: 'With IGNORED and ERROR.' })
  reason?: string;
}

export class PluginPreview {
  @TextField({ example: 'prometheus' })
  plugin_id!: string;

  @TextField(VERSION)
  version!: string;

  @ListField(PreviewedOutcome, { description: 'In the order of the payload.' })
  outcomes!: PreviewedOutcome[];
}
