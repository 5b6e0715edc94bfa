import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { UNLIMITED } from '../../webhooks/domain/webhook-settings.js';
import { PluginRegistry } from '#senders/registry.js';
import type { AdmittedWebhook } from './ports/webhook-directory.js';
import { missingPlugin, toTextHeaders, type ReceivedRequest } from './admit-delivery.js';

/**
 * Returns the response headers for a sender that asks for permission with an OPTIONS request before it posts; no
 * headers if the plugin does not support such requests.
 * @throws ERROR_UNAVAILABLE if this process does not have the plugin: senders take a response without headers as a refusal
 */
export class GetPreflightHeaders extends Query<Readonly<Record<string, string>>> {
  constructor(
    readonly webhook: AdmittedWebhook,
    /** Headers of the request; names in lower case. */
    readonly headers: ReceivedRequest['headers'],
  ) {
    super();
  }
}

@QueryHandler(GetPreflightHeaders)
export class GetPreflightHeadersHandler implements IQueryHandler<GetPreflightHeaders> {
  constructor(private readonly plugins: PluginRegistry) {}

  async execute({ webhook, headers }: GetPreflightHeaders): Promise<Readonly<Record<string, string>>> {
    const plugin = this.plugins.findOrLatest(webhook.plugin_id, webhook.plugin_version);
    if (plugin === undefined) throw missingPlugin(webhook);
    const { max_rate } = webhook.settings;
    return (
      plugin.preflight?.({
        headers: toTextHeaders(headers),
        max_rate: max_rate === UNLIMITED ? null : max_rate * 60,
      }) ?? {}
    );
  }
}
