import { tryParseId } from '#shared/kernel/ids.js';

const URL_PATTERN = /^\/monitoring\/v1\/webhook\/(?<webhook_id>[^/]+)\/(?<access_key>[^/]+)\/events$/;

export class WebhookUrls {
  /** @param publicUrl the base URL at which senders reach the API, without a trailing slash */
  constructor(private readonly publicUrl: string) {}

  format(webhook_id: string, access_key: string): string {
    return `${this.publicUrl}/monitoring/v1/webhook/${webhook_id}/${access_key}/events`;
  }

  /** Returns `undefined` if the URL is not a webhook address of this service. */
  parse(url: string): { uuid: string; access_key: string } | undefined {
    if (!url.startsWith(this.publicUrl)) return undefined;
    const { webhook_id = '', access_key = '' } =
      URL_PATTERN.exec(url.slice(this.publicUrl.length))?.groups ?? {};
    const uuid = tryParseId('webhook', webhook_id);
    return uuid === undefined ? undefined : { uuid, access_key };
  }
}
