import {
  SIGNATURE_SCHEMES,
  UPGRADE_MODES,
  WEBHOOK_STATES,
  type SignatureScheme,
  type UpgradeMode,
  type WebhookState,
} from '#monitoring';
import type { Json } from '#shared/kernel/json.js';
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
  OnlyField,
  QueryField,
  TagsField,
  TextField,
} from '../http/fields.js';
import { ListInfo, Query } from '../http/query.dto.js';
import { VerificationInfo } from './verification.dto.js';
import { WebhookHealth } from './webhook-health.dto.js';

const VERSION = { max: 64, example: '1.0.0' };

export class SignatureSettings {
  @EnumField(SIGNATURE_SCHEMES, {
    name: 'SignatureScheme',
    description:
      'STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA ' +
      '(X-Grafana-Alerting-Signature), SENTRY (Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): refused with ' +
      '401 where it does not match. SNS: checked with the certificate of Amazon by the worker, quarantined.',
    example: 'GITHUB',
  })
  scheme!: SignatureScheme;

  @ListField('text', {
    required: false,
    max: 2,
    description:
      'Write only, shown as `***`; `***` keeps the one at its place. Two while one replaces the other. None for SNS.',
    example: ['3f0c1b7e9a5d4c28'],
  })
  secrets?: string[];

  @BooleanField({
    required: false,
    description: 'Whether deliveries without a signature are refused too. Default true.',
  })
  required?: boolean;

  @IntField({
    required: false,
    min: 1,
    max: 86_400,
    description: 'Seconds that a signed time may differ from the time here. Default 300.',
    example: 300,
  })
  tolerance?: number;

  @TextField({
    required: false,
    nullable: true,
    max: 64,
    description: 'The header of the signature where it is not the usual one (GITHUB, GRAFANA).',
    example: 'X-Grafana-Alerting-Signature',
  })
  header?: string | null;

  @TextField({
    required: false,
    nullable: true,
    max: 64,
    description: 'The header of the signed time, where Grafana is set up to send one.',
    example: 'X-Grafana-Alerting-Timestamp',
  })
  timestamp_header?: string | null;
}

export class WebhookSettings {
  @BooleanField({
    required: false,
    description: 'Count repeats of an alarm instead of storing them. Default true.',
  })
  deduplicate?: boolean;

  @IntField({
    required: false,
    min: 60,
    max: 366 * 86_400,
    description: 'Seconds without news after which an open alert closes as STALE. Default 30 days.',
    example: 2_592_000,
  })
  stale_after?: number;

  @IntField({
    required: false,
    min: -1,
    description: 'Deliveries per second; -1 (default): no limit.',
    example: -1,
  })
  max_rate?: number;

  @IntField({
    required: false,
    min: -1,
    description: 'Deliveries that may wait to be processed; -1 (default): no limit.',
    example: -1,
  })
  max_backlog?: number;

  @NestedField(SignatureSettings, {
    required: false,
    description: 'How deliveries must be signed; replaced whole. Default: not at all.',
  })
  signature?: SignatureSettings;
}

export class CreateWebhookPluginInfo {
  @TextField({ max: 64, example: 'prometheus', description: 'See `GET /monitoring/v1/plugins`.' })
  plugin_id!: string;

  @TextField({ ...VERSION, required: false, description: 'Pins this version. Default: the latest.' })
  version?: string;

  @EnumField(UPGRADE_MODES, {
    name: 'UpgradeMode',
    none: 'NONE',
    required: false,
    description: 'Default AUTO.',
  })
  upgrade_mode?: UpgradeMode;

  @ObjectField({ required: false, description: "As the plugin's options schema says." })
  options?: Readonly<Record<string, Json>>;
}

export class CreateWebhookRequest {
  @NameField({ example: 'Alertmanager in Frankfurt' })
  name!: string;

  @NestedField(CreateWebhookPluginInfo)
  plugin_info!: CreateWebhookPluginInfo;

  @CallerIdField({ example: 'shop' })
  project_id!: string;

  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;

  @TagsField({ required: false })
  tags?: Record<string, string>;

  @NestedField(WebhookSettings, { required: false })
  settings?: WebhookSettings;
}

export class WebhookRequest {
  @IdField('webhook')
  webhook_id!: string;

  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}

export class GetWebhookRequest extends WebhookRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateWebhookRequest extends WebhookRequest {
  @NameField({ required: false, example: 'Alertmanager in Frankfurt' })
  name?: string;

  @TagsField({ required: false, description: 'Replaces all.' })
  tags?: Record<string, string>;

  @NestedField(WebhookSettings, { required: false, description: 'Changes those that are given.' })
  settings?: WebhookSettings;
}

export class UpdateWebhookPluginRequest extends WebhookRequest {
  @TextField({ ...VERSION, required: false, description: 'Pins this version (upgrade_mode becomes MANUAL).' })
  version?: string;

  @EnumField(UPGRADE_MODES, { name: 'UpgradeMode', none: 'NONE', required: false })
  upgrade_mode?: UpgradeMode;

  @ObjectField({ required: false, description: 'Replaces all; a secret sent back as `***` is kept.' })
  options?: Readonly<Record<string, Json>>;
}

export class RotateAccessKeyRequest extends WebhookRequest {
  @IntField({
    required: false,
    max: 30 * 86_400,
    description: 'Seconds the key in force stays valid beside the new one. Default 0.',
    example: 0,
  })
  grace_seconds?: number;
}

export class WebhookQuery {
  @QueryField(Query, { required: false })
  query?: Query;

  @IdField('webhook', { required: false })
  webhook_id?: string;

  @TextField({ required: false, max: 255 })
  name?: string;

  @EnumField(WEBHOOK_STATES, { name: 'WebhookState', none: 'NONE', required: false })
  state?: WebhookState;

  @TextField({ required: false, max: 64, description: 'The full value.' })
  access_key?: string;

  @TextField({ required: false, max: 2048, description: 'The full value.' })
  webhook_url?: string;

  @CallerIdField({ required: false })
  project_id?: string;

  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}

export class WebhookPluginInfo {
  @TextField({ example: 'prometheus' })
  plugin_id!: string;

  @TextField({ ...VERSION, description: 'The version in force.' })
  version!: string;

  @EnumField(UPGRADE_MODES, { name: 'UpgradeMode', none: 'NONE' })
  upgrade_mode!: UpgradeMode;

  @ObjectField({ description: 'Secrets read `***`.' })
  options!: object;
}

export class WebhookInfo {
  @IdField('webhook')
  webhook_id!: string;

  @NameField()
  name!: string;

  @EnumField(WEBHOOK_STATES, { name: 'WebhookState', none: 'NONE' })
  state!: WebhookState;

  @TextField({ description: 'Its last characters only, for a VIEWER.' })
  access_key!: string;

  @TextField({ description: 'Where the monitoring system posts to.' })
  webhook_url!: string;

  @TextField({ ...VERSION, description: 'The plugin version in force.' })
  version!: string;

  @NestedField(WebhookPluginInfo)
  plugin_info!: WebhookPluginInfo;

  @TagsField()
  tags!: Record<string, string>;

  @NestedField(WebhookSettings)
  settings!: WebhookSettings;

  @NestedField(WebhookHealth)
  health!: WebhookHealth;

  @NestedField(VerificationInfo, { nullable: true, description: 'The last one requested.' })
  verification!: VerificationInfo | null;

  @CallerIdField()
  project_id!: string;

  @CallerIdField()
  domain_id!: string;

  @DateField()
  created_at!: string;

  @DateField()
  updated_at!: string;
}

export class WebhooksInfo extends ListInfo {
  @ListField(WebhookInfo)
  results!: WebhookInfo[];
}
