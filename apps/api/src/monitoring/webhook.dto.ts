import {
  UPGRADE_MODES,
  VERIFICATION_FIELDS,
  WEBHOOK_FIELDS,
  WEBHOOK_STATES,
  type UpgradeMode,
  type WebhookState,
} from '#monitoring';
import { findKeyProblem, GIVEN_KEY_PATTERN } from '#shared/kernel/access-key.js';
import type { Json } from '#shared/kernel/json.js';
import {
  CallerIdField,
  EnumField,
  IdField,
  ListField,
  NameField,
  NameFilterField,
  NestedField,
  ObjectField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { declareField, type FieldOptions } from '../http/body/field.js';
import { TagsField } from '../http/body/label-fields.js';
import { ManagedByField } from '../http/body/managed-by-field.js';
import { EndGraceField, GraceSecondsField } from '../http/body/rotation-fields.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { NestedRecordType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';
import { WebhookSettings } from './webhook-settings.dto.js';

const VERSION = { max: 64, example: '1.0.0' };

/** The access key of a webhook that a caller gives it. */
function AccessKeyField(options: FieldOptions): PropertyDecorator {
  const schema = { type: 'string', pattern: GIVEN_KEY_PATTERN.source } as const;
  return declareField({ kind: 'text', schema, check: findKeyProblem }, options);
}

export class CreateWebhookPluginInfo {
  @TextField({ max: 64, example: 'prometheus', description: 'See `GET /monitoring/v1/plugins`.' })
  plugin_id!: string;

  @TextField({
    ...VERSION,
    required: false,
    description: 'The version to pin; `upgrade_mode` becomes MANUAL. Default: the latest version.',
  })
  version?: string;

  @EnumField(UPGRADE_MODES, {
    name: 'UpgradeMode',
    none: 'NONE',
    required: false,
    description:
      'AUTO: the webhook is upgraded to newer versions of the plugin. MANUAL: the version is pinned. Default: AUTO.',
  })
  upgrade_mode?: UpgradeMode;

  @ObjectField({ required: false, description: "Options as defined by the plugin's options schema." })
  options?: Readonly<Record<string, Json>>;
}

export class CreateWebhookRequest extends DomainRequest {
  @NameField({ example: 'Alertmanager in Frankfurt' })
  name!: string;

  @NestedField(CreateWebhookPluginInfo)
  plugin_info!: CreateWebhookPluginInfo;

  @CallerIdField({ example: 'shop' })
  project_id!: string;

  @TagsField({ required: false })
  tags?: Record<string, string>;

  @IdField('webhook', {
    required: false,
    description:
      'The id of a webhook that was lost, for its `webhook_url`. Only an ADMIN may give it. Default: a new one.',
  })
  webhook_id?: string;

  @AccessKeyField({
    required: false,
    description:
      'The access key of a webhook that was lost, for its `webhook_url`: random, of 32 to 64 letters and digits. Only an ADMIN ' +
      'may give it. Default: a new one.',
    example: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  })
  access_key?: string;

  @NestedField(WebhookSettings, { required: false })
  settings?: WebhookSettings;

  @ManagedByField()
  managed_by?: string | null;
}

export class WebhookRequest extends DomainRequest {
  @IdField('webhook')
  webhook_id!: string;
}

export class GetWebhookRequest extends WebhookRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateWebhookRequest extends WebhookRequest {
  @NameField({ required: false, example: 'Alertmanager in Frankfurt' })
  name?: string;

  @TagsField({ required: false, description: 'Replaces all tags.' })
  tags?: Record<string, string>;

  @NestedField(WebhookSettings, { required: false, description: 'Only the given settings are changed.' })
  settings?: WebhookSettings;

  @ManagedByField()
  managed_by?: string | null;
}

export class UpdateWebhookPluginRequest extends WebhookRequest {
  @TextField({
    ...VERSION,
    required: false,
    description: 'The version to pin; `upgrade_mode` becomes MANUAL.',
  })
  version?: string;

  @EnumField(UPGRADE_MODES, { name: 'UpgradeMode', none: 'NONE', required: false })
  upgrade_mode?: UpgradeMode;

  @ObjectField({
    required: false,
    description: 'Replaces all options. A secret that is sent back as `***` is kept.',
  })
  options?: Readonly<Record<string, Json>>;
}

export class RotateAccessKeyRequest extends WebhookRequest {
  @GraceSecondsField('the old key stays valid')
  grace_seconds?: number;

  @EndGraceField()
  end_grace?: boolean;
}

export class WebhookQuery extends DomainRequest {
  @QueryField(Query, { required: false })
  query?: Query;

  @IdField('webhook', { required: false })
  webhook_id?: string;

  @NameFilterField()
  name?: string;

  @EnumField(WEBHOOK_STATES, { name: 'WebhookState', none: 'NONE', required: false, anyCase: true })
  state?: WebhookState;

  @TextField({ required: false, max: 64, description: 'The full access key. A part of it matches nothing.' })
  access_key?: string;

  @TextField({ required: false, max: 2048, description: 'The full URL. A part of it matches nothing.' })
  webhook_url?: string;

  @CallerIdField({ required: false })
  project_id?: string;
}

export class WebhookStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Default: the number of webhooks of each state.',
  })
  query?: StatisticsQuery;
}

export const VerificationInfo = NestedRecordType(VERIFICATION_FIELDS, 'VerificationInfo');

export class WebhookInfo extends RecordType(WEBHOOK_FIELDS, { settings: WebhookSettings }) {}

export class WebhooksInfo extends ListInfo {
  @ListField(WebhookInfo)
  results!: WebhookInfo[];
}
