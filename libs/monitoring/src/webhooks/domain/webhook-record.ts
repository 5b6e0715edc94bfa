import { maskSecrets, type SplitOptions } from '#senders/plugin-api/secret-options.js';
import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import type { InfoOf, RecordFields } from '#shared/query/record.js';
import { maskSignature } from './signature-settings.js';
import { VERIFICATION_STATES } from './verification.js';
import type { SettingsAndSecrets } from './webhook-settings.js';
import { UPGRADE_MODES, WEBHOOK_STATES } from './webhook.js';

const VERSION = { type: 'text', max: 64, example: '1.0.0' } as const;

export const VERIFICATION_FIELDS = {
  verification_id: { type: 'id', kind: 'verification' },
  state: { type: 'enum', name: 'VerificationState', values: VERIFICATION_STATES },
  version: { ...VERSION, description: 'The plugin version that was tested.' },
  checks: {
    type: 'list',
    name: 'PluginCheck',
    description: 'The checks and their results. Empty while the verification is PENDING.',
    fields: {
      name: { type: 'text', example: 'samples' },
      ok: { type: 'boolean' },
      message: { type: 'text', example: '4 of 4 samples become what they promise' },
    },
  },
  started_at: { type: 'date', nullable: true },
  finished_at: { type: 'date', nullable: true },
} as const satisfies RecordFields;

export type VerificationInfo = InfoOf<typeof VERIFICATION_FIELDS>;

/** What depends on the secrets of a webhook, for one caller. */
export interface ReadableSecrets extends SplitOptions, SettingsAndSecrets {
  /** The caller gets the access key only with these. */
  readonly showKey: () => string;
  readonly showUrl: () => string;
  /** Why the secrets cannot be read, if they cannot. */
  readonly last_error: string | null;
}

const WEBHOOK_HEALTH = {
  last_received_at: { type: 'date', nullable: true, inside: 'traffic' },
  received_count: { type: 'number', inside: 'traffic', description: 'Deliveries that arrived.' },
  failed_count: { type: 'number', description: 'Deliveries that were quarantined.' },
  unkept_count: {
    type: 'number',
    description:
      'Deliveries in `failed_count` for which the quarantine had no room. They stay in the delivery log for some days, ' +
      'and can be replayed from there.',
  },
  fallback_count: {
    type: 'number',
    description:
      'Deliveries that the plugin of the webhook could not parse, or only in part, and that plugin `auto` parsed ' +
      'instead. More than 0 means that the plugin does not fit the sender, or that the sender has a new format.',
  },
  last_fallback: {
    type: 'object',
    name: 'LastFallback',
    column: 'last_fallback',
    nullable: true,
    description: 'The last delivery that plugin `auto` parsed instead. `null`: there was none.',
    fields: {
      at: { type: 'date', description: 'When the delivery arrived.' },
      reason: { type: 'text', description: 'Why the plugin of the webhook could not parse the delivery.' },
    },
  },
  refused_count: {
    type: 'number',
    description:
      'Deliveries that were refused, whatever the status of the response. They may lag a second behind, and are not in ' +
      '`received_count`.',
  },
  refused: {
    type: 'list',
    name: 'RefusedDeliveries',
    optional: true,
    description:
      'The refused deliveries by status. 404: the access key or the path is wrong. 413: the body exceeds the limit of the ' +
      'service. 503: the webhook has reached `max_rate` or `max_backlog`, a budget is used up, or the service is ' +
      'overloaded; most senders try again. Empty: none was refused.',
    fields: {
      status: { type: 'number', example: 413, description: 'The status of the response.' },
      count: { type: 'number', description: 'Deliveries that got this status.' },
      last_at: { type: 'date', description: 'When the last of them was refused.' },
      last_reason: {
        type: 'text',
        example:
          'The body is larger than this service accepts: inflated it may have 8388608 bytes (BODY_LIMIT)',
        description: 'Why the last of them was refused.',
      },
    },
  },
  backlog: { type: 'number', inside: 'traffic', description: 'Deliveries accepted and not yet processed.' },
  lag_ms: {
    type: 'number',
    inside: 'traffic',
    description: 'Milliseconds that the oldest delivery of the backlog has waited. 0 without a backlog.',
  },
  last_error: {
    type: 'text',
    nullable: true,
    column: 'last_error',
    derive: ({ last_error }: ReadableSecrets) => last_error,
  },
  upgrade: {
    type: 'object',
    name: 'HeldUpgrade',
    column: 'upgrade',
    nullable: true,
    description:
      'The newer version to which a webhook with `upgrade_mode` AUTO was not upgraded, and why. `null`: there is none.',
    fields: {
      version: {
        ...VERSION,
        example: '2.0.0',
        description: 'The newer version, to which the webhook was not upgraded.',
      },
      reason: {
        type: 'text',
        description: 'Why the webhook was not upgraded: the version does worse, or could not be tried.',
      },
      checked_at: { type: 'date' },
    },
  },
} as const satisfies RecordFields;

/** A webhook as the API returns it. */
export const WEBHOOK_FIELDS = {
  webhook_id: { type: 'id', kind: 'webhook' },
  name: { type: 'name' },
  state: { type: 'enum', name: 'WebhookState', values: WEBHOOK_STATES, none: 'NONE' },
  access_key: {
    type: 'text',
    derive: ({ showKey }: ReadableSecrets) => showKey(),
    description: 'The access key. A VIEWER gets only its last characters.',
  },
  access_key_last_used_at: {
    type: 'date',
    nullable: true,
    optional: true,
    description: 'When a sender last used the access key, shown up to 20 seconds late. `null`: never.',
  },
  previous_access_key: {
    type: 'object',
    name: 'PreviousAccessKey',
    column: 'previous_access_key',
    nullable: true,
    optional: true,
    description: 'The key before the last rotation. `null`: no previous key is valid.',
    fields: {
      expires_at: { type: 'date', description: 'When the key stops being valid.' },
      last_used_at: {
        type: 'date',
        nullable: true,
        description: 'When a sender last used the key, shown up to 20 seconds late. `null`: never.',
      },
    },
  },
  webhook_url: {
    type: 'text',
    derive: ({ showUrl }: ReadableSecrets) => showUrl(),
    description: 'The URL that the monitoring system posts to.',
  },
  version: { ...VERSION, column: 'plugin_version', description: 'The current plugin version.' },
  plugin_info: {
    type: 'object',
    name: 'WebhookPluginInfo',
    fields: {
      plugin_id: { type: 'text', example: 'prometheus' },
      version: { ...VERSION, column: 'plugin_version', description: 'The current version.' },
      upgrade_mode: { type: 'enum', name: 'UpgradeMode', values: UPGRADE_MODES, none: 'NONE' },
      options: {
        type: 'json',
        derive: maskSecrets,
        description: 'The options of the plugin. Secrets are shown as `***`.',
      },
    },
  },
  tags: { type: 'tags' },
  settings: {
    type: 'json',
    column: 'all_settings',
    objects: true,
    derive: ({ settings, signing_secrets }: ReadableSecrets) => ({
      ...settings,
      signature: maskSignature(settings.signature, signing_secrets),
    }),
  },
  health: { type: 'object', name: 'WebhookHealth', fields: WEBHOOK_HEALTH },
  verification: {
    type: 'object',
    name: 'VerificationInfo',
    column: 'verification',
    nullable: true,
    description: 'The verification that was requested last. `null`: there is none.',
    fields: VERIFICATION_FIELDS,
  },
  project_id: { type: 'callerId' },
  managed_by: { ...MANAGED_BY, optional: true },
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
  updated_at: { type: 'date' },
} as const satisfies RecordFields;

export type WebhookInfo = InfoOf<typeof WEBHOOK_FIELDS>;
