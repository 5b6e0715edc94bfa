import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { WebhookSettings } from '../../../webhooks/domain/webhook-settings.js';

export interface AdmittedWebhook {
  readonly webhook_id: string;
  readonly uuid: string;
  readonly domain_id: string;
  readonly project_id: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
  /** With the secrets among them in the clear. */
  readonly options: PluginOptions;
  readonly settings: WebhookSettings;
  /** In the clear. */
  readonly signing_secrets: readonly string[];
}

/** The webhooks as they are now, at the speed of memory. */
export abstract class WebhookDirectory {
  /**
   * The webhook, if this key opens it. Answers at once from memory where it can; memory only ever accepts, so that a
   * refusal, which makes a sender drop its alarm for good, is always the database's word (not older than a second).
   * @throws ERROR_NOT_FOUND for an unknown webhook and a wrong key alike; ERROR_WEBHOOK_DISABLED for the right key of
   * a disabled one; ERROR_UNAVAILABLE while the database cannot be asked.
   */
  abstract admit(webhook_id: string, access_key: string): AdmittedWebhook | Promise<AdmittedWebhook>;

  /** By uuid, as the database has them now, disabled and deleted ones included. Unknown ones are left out. */
  abstract load(uuids: readonly string[]): Promise<ReadonlyMap<string, AdmittedWebhook>>;

  /** The access key in force, in the clear; `undefined` for an unknown webhook. @throws when it cannot be decrypted */
  abstract accessKeyOf(webhook_id: string): Promise<string | undefined>;
}
