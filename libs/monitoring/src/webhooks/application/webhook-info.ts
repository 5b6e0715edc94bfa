import type { PluginCheck, PluginOptions } from '#senders/plugin-api/plugin.js';
import type { UpgradeMode } from '../domain/plugin-version.js';
import type { VerificationState } from '../domain/verification.js';
import type { Tags } from '../domain/webhook-fields.js';
import type { ShownSignature } from '../domain/signature-settings.js';
import type { WebhookSettings } from '../domain/webhook-settings.js';
import type { WebhookState } from '../domain/webhook.js';

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface WebhookInfo {
  readonly webhook_id: string;
  readonly name: string;
  readonly state: WebhookState;
  /** Its last characters only, for callers who may not see secrets; so in `webhook_url`. */
  readonly access_key: string;
  /** A few seconds late. */
  readonly access_key_last_used_at: string | null;
  /** While it is valid beside the present one. */
  readonly previous_access_key: PreviousAccessKey | null;
  readonly webhook_url: string;
  readonly version: string;
  readonly plugin_info: WebhookPluginInfo;
  readonly tags: Tags;
  /** Its secrets read `***`. */
  readonly settings: Omit<WebhookSettings, 'signature'> & { readonly signature: ShownSignature };
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
  /** Secrets read `***`. */
  readonly options: PluginOptions;
}

export interface WebhookHealth {
  readonly last_received_at: string | null;
  readonly received_count: number;
  readonly failed_count: number;
  /** Of those, the ones that the quarantine had no room for: they are only in the log. */
  readonly unkept_count: number;
  /** Deliveries of which its plugin could not read something that `auto` could: the wrong plugin, or news of its sender. */
  readonly fallback_count: number;
  readonly last_fallback: LastFallback | null;
  /** Deliveries answered 503 because the webhook was at a limit of its settings. */
  readonly refused_count: number;
  /** Deliveries accepted and not yet processed. */
  readonly backlog: number;
  /** How long the oldest of them waits. */
  readonly lag_ms: number;
  readonly last_error: string | null;
  /** The newer version of its plugin that an AUTO webhook was not moved to, and why; `null` when there is none. */
  readonly upgrade: HeldUpgrade | null;
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
