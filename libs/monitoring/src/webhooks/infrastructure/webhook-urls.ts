import { tryUuidOf } from '#shared/kernel/ids.js';

const SHAPE = /^\/monitoring\/v1\/webhook\/(?<webhook_id>[^/]+)\/(?<access_key>[^/]+)\/events$/;

export class WebhookUrls {
  /** @param publicUrl where senders reach the API, without a trailing slash */
  constructor(private readonly publicUrl: string) {}

  of(webhook_id: string, access_key: string): string {
    return `${this.publicUrl}/monitoring/v1/webhook/${webhook_id}/${access_key}/events`;
  }

  /** `undefined` for what is no address of this service. */
  parse(url: string): { uuid: string; access_key: string } | undefined {
    if (!url.startsWith(this.publicUrl)) return undefined;
    const { webhook_id = '', access_key = '' } = SHAPE.exec(url.slice(this.publicUrl.length))?.groups ?? {};
    const uuid = tryUuidOf('webhook', webhook_id);
    return uuid === undefined ? undefined : { uuid, access_key };
  }
}
