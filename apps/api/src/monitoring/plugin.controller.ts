import { Controller, Headers, UseInterceptors } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ComparePlugin, GetPlugin, ListPlugins, PreviewPlugin, PreviewWebhookPlugin } from '#monitoring';
import type { Scope } from '#shared/kernel/scope.js';
import { CallerScope, Message, RawBody } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import {
  ComparePluginRequest,
  GetPluginRequest,
  PluginComparison,
  PluginInfo,
  PluginPreview,
  PluginQuery,
  PluginsInfo,
  PreviewPluginRequest,
  PreviewWebhookPluginRequest,
} from './plugin.dto.js';
import { PluginConcurrencyInterceptor } from './plugin-concurrency.interceptor.js';

@ApiTags('Plugin')
@Controller('monitoring/v1')
export class PluginController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'plugins',
    summary: 'List plugins',
    description: 'Returns the plugins of all supported monitoring systems, each with its latest version.',
    permission: 'plugin:read',
    request: PluginQuery,
    response: PluginsInfo,
  })
  list(@Message() _: PluginQuery, @CallerScope('any domain') scope: Scope) {
    return this.queries.execute(new ListPlugins(scope));
  }

  @Operation({
    method: 'GET',
    path: 'plugin/:plugin_id',
    summary: 'Get a plugin with its options schema, guide and samples',
    description: 'Returns one plugin with a guide to set up the sender, its options, and sample payloads.',
    permission: 'plugin:read',
    request: GetPluginRequest,
    response: PluginInfo,
  })
  get(@Message() { plugin_id, version, marker }: GetPluginRequest, @CallerScope('any domain') scope: Scope) {
    return this.queries.execute(new GetPlugin(scope, plugin_id, version, marker));
  }

  @Operation({
    method: 'POST',
    path: 'plugin/:plugin_id/preview',
    summary: 'Preview a payload with a plugin',
    description: 'Runs a plugin on a payload and returns the outcomes. Nothing is stored.',
    permission: 'plugin:preview',
    request: PreviewPluginRequest,
    rawBody: 'The payload exactly as the sender posts it, of any content type',
    response: PluginPreview,
  })
  @UseInterceptors(PluginConcurrencyInterceptor)
  preview(
    @Message() { plugin_id, version, options }: PreviewPluginRequest,
    @CallerScope('any domain') scope: Scope,
    @RawBody() body: Buffer,
    @Headers() headers: Record<string, string | string[] | undefined>,
  ) {
    return this.queries.execute(
      new PreviewPlugin(scope, plugin_id, version, options ?? {}, createPreviewDelivery(body, headers)),
    );
  }

  @Operation({
    method: 'POST',
    path: 'webhook/:webhook_id/plugin/preview',
    summary: 'Preview a payload with the plugin of a webhook',
    description:
      'Runs the plugin of a webhook on a payload and returns the outcomes. By default it uses the version and options ' +
      'of the webhook. Events have the `default_severity` and `labels` of its settings. Nothing is stored.',
    permission: 'webhook:preview',
    request: PreviewWebhookPluginRequest,
    rawBody: 'The payload exactly as the sender posts it, of any content type',
    response: PluginPreview,
  })
  @UseInterceptors(PluginConcurrencyInterceptor)
  previewAtWebhook(
    @Message() { webhook_id, version, options }: PreviewWebhookPluginRequest,
    @CallerScope() scope: Scope,
    @RawBody() body: Buffer,
    @Headers() headers: Record<string, string | string[] | undefined>,
  ) {
    return this.queries.execute(
      new PreviewWebhookPlugin(scope, webhook_id, version, options, createPreviewDelivery(body, headers)),
    );
  }

  @Operation({
    method: 'POST',
    path: 'webhook/:webhook_id/plugin/compare',
    summary: 'Compare two plugin versions',
    description:
      'Parses the last stored deliveries of a webhook with two versions of its plugin and returns the ' +
      'differences. Nothing is stored.',
    permission: 'webhook:preview',
    request: ComparePluginRequest,
    response: PluginComparison,
  })
  @UseInterceptors(PluginConcurrencyInterceptor)
  compare(@Message() { webhook_id, version }: ComparePluginRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new ComparePlugin(scope, webhook_id, version));
  }
}

function createPreviewDelivery(body: Buffer, headers: Record<string, string | string[] | undefined>) {
  return {
    received_at: new Date(),
    content_type: String(headers['content-type'] ?? ''),
    headers,
    query: {},
    path_suffix: '',
    body,
  };
}
