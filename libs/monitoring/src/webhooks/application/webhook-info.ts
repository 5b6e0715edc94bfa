import type { PluginCheck, PluginOptions } from '#senders/plugin-api/plugin.js';
import type { UpgradeMode } from '../domain/plugin-version.js';
import type { VerificationState } from '../domain/verification.js';
import type { Tags } from '../domain/webhook-fields.js';
import type { MaskedSignature } from '../domain/signature-settings.js';
import type { WebhookSettings } from '../domain/webhook-settings.js';
import type { WebhookState } from '../domain/webhook.js';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface WebhookInfo {
  readonly webhook_id: string;
  readonly name: string;
  readonly state: WebhookState;
  /** Callers who may not see secrets get its last characters only, also in `webhook_url`. */
  readonly access_key: string;
  /** May lag a few seconds behind. */
  readonly access_key_last_used_at: string | null;
  /** The previous access key while it is still valid. */
  readonly previous_access_key: PreviousAccessKey | null;
  readonly webhook_url: string;
  readonly version: string;
  readonly plugin_info: WebhookPluginInfo;
  readonly tags: Tags;
  /** Secrets are shown as `***`. */
  readonly settings: Omit<WebhookSettings, 'signature'> & { readonly signature: MaskedSignature };
  readonly health: WebhookHealth;
  readonly verification: VerificationInfo | null;
  readonly project_id: string;
  readonly domain_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface PreviousAccessKey {
  readonly expires_at: string;
  readonly last_used_at: string | null;
}

export interface WebhookPluginInfo {
  readonly plugin_id: string;
  readonly version: string;
  readonly upgrade_mode: UpgradeMode;
  /** Secrets are shown as `***`. */
  readonly options: PluginOptions;
}

export interface WebhookHealth {
  readonly last_received_at: string | null;
  readonly received_count: number;
  readonly failed_count: number;
  /** Those of `failed_count` for which the quarantine had no room. They are only in the log. */
  readonly unkept_count: number;
  /**
   * Deliveries that its plugin could not parse, at least in part, and `auto` could: the plugin is wrong, or the sender changed.
   */
  readonly fallback_count: number;
  readonly last_fallback: LastFallback | null;
  /** Deliveries that were refused, whatever the status of the response. */
  readonly refused_count: number;
  /** The same by status, in ascending order. Empty if none was refused. */
  readonly refused: readonly RefusedDeliveries[];
  /** Deliveries accepted and not yet processed. */
  readonly backlog: number;
  /** Milliseconds that the oldest of them has waited. */
  readonly lag_ms: number;
  readonly last_error: string | null;
  /** The newer version to which an AUTO webhook was not upgraded, and the reason; `null` if there is none. */
  readonly upgrade: HeldUpgrade | null;
}

export interface RefusedDeliveries {
  readonly status: number;
  readonly count: number;
  readonly last_at: string;
  readonly last_reason: string;
}

export interface LastFallback {
  readonly at: string;
  readonly reason: string;
}

export interface HeldUpgrade {
  readonly version: string;
  readonly reason: string;
  readonly checked_at: string;
}

export interface VerificationInfo {
  readonly verification_id: string;
  readonly state: VerificationState;
  readonly version: string;
  readonly checks: readonly PluginCheck[];
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

export const WEBHOOK_FIELDS = [
  'webhook_id',
  'name',
  'state',
  'access_key',
  'access_key_last_used_at',
  'previous_access_key',
  'webhook_url',
  'version',
  'plugin_info',
  'tags',
  'settings',
  'health',
  'verification',
  'project_id',
  'domain_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WebhookInfo)[];
