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

class PluginVersionRequest {
  @TextField({ max: 64, example: 'prometheus' })
  plugin_id!: string;

  @TextField({ ...VERSION, required: false, description: 'Default: the latest version.' })
  version?: string;

  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}

export class GetPluginRequest extends PluginVersionRequest {
  @TextField({
    max: 64,
    required: false,
    example: 'try-1',
    description:
      'Any text. With it, the samples are as the sender would post them now: with the present time, and for each marker with ' +
      'other event keys. With the same marker, the samples of one incident have the same key. Samples of the plugins ' +
      '`mapping` and `http`, and of packages that parse asynchronously, stay as they are.',
  })
  marker?: string;
}

export class PreviewPluginRequest extends PluginVersionRequest {
  @ObjectField({ required: false, description: "Options as defined by the plugin's options schema." })
  options?: Readonly<Record<string, Json>>;
}

export class PreviewWebhookPluginRequest {
  @IdField('webhook')
  webhook_id!: string;

  @TextField({ ...VERSION, required: false, description: 'Default: the current version of the webhook.' })
  version?: string;

  @ObjectField({
    required: false,
    description: 'Default: the options of the webhook. `***` stands for the stored secret of the webhook.',
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
    description:
      'CHANGED: both versions find the alarm, with different fields. ADDED: only the compared version finds it. ' +
      'REMOVED: only the current version finds it. UNREADABLE, READABLE: the compared version fails on more, or fewer, ' +
      'parts of the delivery.',
  })
  difference!: (typeof DIFFERENCES)[number];

  @TextField({ nullable: true })
  event_key!: string | null;

  @TextField({
    nullable: true,
    description: 'With UNREADABLE and READABLE: why a part of the delivery cannot be parsed.',
  })
  reason!: string | null;

  @ListField(FieldChange)
  changes!: FieldChange[];
}

export class ComparedDelivery {
  @IdField('delivery')
  delivery_id!: string;

  @DateField()
  received_at!: string;

  @BooleanField({
    description:
      'Whether the compared version fails on more parts of the delivery, or finds no alarm in it any more.',
  })
  worse!: boolean;

  @ListField(ReadingDifference)
  differences!: ReadingDifference[];
}

export class UnreadableCount {
  @IntField({ description: 'Deliveries that the current version cannot parse, or only in part.' })
  version!: number;

  @IntField({ description: 'Deliveries that the compared version cannot parse, or only in part.' })
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

  @BooleanField({
    description:
      'Whether any delivery is worse. A webhook with `upgrade_mode` AUTO is then not upgraded to this version.',
  })
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

  @TextField({ ...VERSION, description: 'The latest version.' })
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

  @TextField({ description: 'The body, exactly as the sender posts it.' })
  body!: string;

  @ListField(Object, {
    description:
      'The expected outcomes, in the order of the payload. Fields that are not listed are not compared.',
  })
  expect!: object[];

  @TextField({ required: false, description: 'Samples with the same value have the same event_key.' })
  incident?: string;

  @TextField({
    required: false,
    description: 'The first version that parses the sample so.',
    example: '1.1.0',
  })
  since?: string;
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
  @TextField({ description: 'The event key of the alert.', example: 'db-1' })
  event_key!: string;

  @BooleanField({ description: 'False: the acknowledgement was withdrawn.' })
  acknowledged!: boolean;

  @TextField({ nullable: true, description: 'The user of the sender.', example: 'Ada Lovelace' })
  by!: string | null;

  @TextField({ nullable: true })
  comment!: string | null;

  @DateField({
    description:
      'When the acknowledgement was made, as the sender states it. If the sender states no time, the arrival.',
  })
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

  @NestedField(PreviewedAcknowledgement, {
    required: false,
    description: 'With ACKNOWLEDGED: the acknowledgement.',
  })
  acknowledgement?: PreviewedAcknowledgement;

  @TextField({
    required: false,
    description: 'With IGNORED and ERROR: why the item is ignored or cannot be parsed.',
  })
  reason?: string;
}

export class PluginPreview {
  @TextField({ example: 'prometheus' })
  plugin_id!: string;

  @TextField(VERSION)
  version!: string;

  @ListField(PreviewedOutcome, { description: 'The outcomes, in the order of the payload.' })
  outcomes!: PreviewedOutcome[];

  @IntField({
    required: false,
    example: 500,
    description:
      'The number of further outcomes, if there are any. A preview shows at most 1000, and 1 MiB of them.',
  })
  omitted?: number;
}
