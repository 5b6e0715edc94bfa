import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { WebhookSettings } from '../../../webhooks/domain/webhook-settings.js';

export interface AdmittedWebhook {
  readonly webhook_id: string;
  readonly uuid: string;
  readonly domain_id: string;
  readonly project_id: string;
  readonly name: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
  /** The options of the plugin, with secrets decrypted. */
  readonly options: PluginOptions;
  readonly settings: WebhookSettings;
  /** Decrypted. */
  readonly signing_secrets: readonly string[];
}

/** Looks up webhooks in memory, kept up to date with the database. */
export abstract class WebhookDirectory {
  /**
   * Returns the webhook if the access key is valid. Answers from memory if the key is valid there. A refusal makes a
   * sender drop its alarm for good, so it is never decided from memory alone: it comes from the database and is at most
   * a second old.
   * @throws KnownWebhookError if the webhook exists; ERROR_NOT_FOUND for an unknown webhook and for a wrong key alike; ERROR_WEBHOOK_DISABLED for a disabled
   * webhook with the right key; ERROR_UNAVAILABLE while the database cannot be reached.
   */
  abstract admit(webhook_id: string, access_key: string): AdmittedWebhook | Promise<AdmittedWebhook>;

  /** Reads webhooks from the database by uuid, including disabled and deleted ones. Unknown uuids are left out. */
  abstract load(uuids: readonly string[]): Promise<ReadonlyMap<string, AdmittedWebhook>>;

  /** Reads a webhook from the database by uuid, also a disabled one; `undefined` if it is unknown or deleted. */
  abstract loadPresent(uuid: string): Promise<AdmittedWebhook | undefined>;

  /**
   * Loads all webhooks with one query. If that fails, loads each by itself, so that one bad record does not affect the others.
   * @param onFailure called for each webhook that cannot be loaded, which is left out
   */
  async loadEach(
    uuids: readonly string[],
    onFailure: (uuid: string, error: unknown) => void,
  ): Promise<readonly AdmittedWebhook[]> {
    try {
      const loaded = await this.load(uuids);
      return uuids.flatMap((uuid) => loaded.get(uuid) ?? []);
    } catch (error) {
      const [uuid = '', ...others] = uuids;
      if (others.length > 0)
        return (await Promise.all(uuids.map((one) => this.loadEach([one], onFailure)))).flat();
      onFailure(uuid, error);
      return [];
    }
  }

  /**
   * Returns the current access key, decrypted; `undefined` for an unknown webhook.
   * @throws when it cannot be decrypted
   */
  abstract accessKeyOf(webhook_id: string): Promise<string | undefined>;
}
