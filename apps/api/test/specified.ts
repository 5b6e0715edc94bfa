type Method = 'get' | 'post' | 'put' | 'delete';

export interface SpecifiedOperation {
  readonly method: Method;
  readonly path: string;
  /** The fields of the request message, in path, query string or body. */
  readonly fields: readonly string[];
  readonly required?: readonly string[];
  /** The message of the response, if the specification names one. */
  readonly answer?: string;
}

/** The fields of the records in the interface specification. */
export const SPECIFIED_RECORDS: Readonly<Record<string, readonly string[]>> = {
  APIKeyInfo: fields('api_key_id api_key state user_id domain_id last_accessed_at created_at'),
  APIKeysInfo: fields('results total_count'),
  EndpointInfo: fields('service name endpoint state version'),
  EndpointsInfo: fields('results total_count'),
  WebhookInfo: fields('webhook_id name state access_key webhook_url project_id domain_id created_at version'),
  WebhookPluginInfo: fields('plugin_id version upgrade_mode'),
  WebhooksInfo: fields('results total_count'),
  EventInfo: fields(
    'event_id event_key event_type title description severity rule resource provider account image_url raw_data ' +
      'additional_info alert_id webhook_id project_id domain_id created_at occurred_at',
  ),
  EventResource: fields('resource_id resource_type name'),
  EventsInfo: fields('results total_count'),
  QuotaInfo: fields('quota_id protocol_id limit domain_id'),
  QuotasInfo: fields('results total_count'),
};

export const SPECIFIED_ENUMS: Readonly<Record<string, readonly string[]>> = {
  APIKeyState: ['NONE_STATE', 'ENABLED', 'DISABLED'],
  EndpointState: ['NONE', 'ACTIVE', 'INACTIVE'],
  WebhookState: ['NONE', 'ENABLED', 'DISABLED'],
  UpgradeMode: ['NONE', 'MANUAL', 'AUTO'],
};

/** The messages that are sent as a body. The fields of all others are parameters. */
export const SPECIFIED_MESSAGES = [
  'CreateAPIKeyRequest',
  'APIKeyRequest',
  'APIKeyQuery',
  'APIKeyStatQuery',
  'EndpointQuery',
  'CreateWebhookRequest',
  'UpdateWebhookRequest',
  'UpdateWebhookPluginRequest',
  'WebhookRequest',
  'WebhookQuery',
  'WebhookStatQuery',
  'CreateEventRequest',
  'EventQuery',
  'EventStatQuery',
  'CreateQuotaRequest',
  'UpdateQuotaRequest',
  'QuotaQuery',
  'QuotaStatQuery',
  'Query',
  'StatisticsQuery',
];

const API_KEY = fields('api_key_id domain_id');
const API_KEYS = fields('api_key_id state user_id domain_id');
const ENDPOINTS = fields('query service endpoint_type domain_id');
const WEBHOOK = fields('webhook_id domain_id');
const WEBHOOKS = fields('query webhook_id name state access_key webhook_url project_id domain_id');
const EVENTS = fields(
  'query event_id event_key event_type severity resource_id provider account alert_id webhook_id project_id domain_id',
);
const QUOTA = fields('quota_id domain_id');
const QUOTAS = fields('query quota_id protocol_id domain_id');
const DOMAIN = ['domain_id'];

/** All operations of the interface specification. */
export const SPECIFIED_OPERATIONS: readonly SpecifiedOperation[] = [
  operation('post', '/identity/v1/api-keys', fields('user_id domain_id'), 'APIKeyInfo', ['user_id']),
  operation('put', '/identity/v1/api-key/{api_key_id}/enable', API_KEY),
  operation('put', '/identity/v1/api-key/{api_key_id}/disable', API_KEY),
  operation('delete', '/identity/v1/api-key/{api_key_id}', API_KEY),
  operation('get', '/identity/v1/api-key/{api_key_id}', [...API_KEY, 'only'], 'APIKeyInfo'),
  operation('get', '/identity/v1/api-keys', API_KEYS, 'APIKeysInfo'),
  operation('post', '/identity/v1/api-keys/search', API_KEYS, 'APIKeysInfo'),
  operation('post', '/identity/v1/api-keys/stat', DOMAIN),

  operation('get', '/identity/v1/endpoints', ENDPOINTS, 'EndpointsInfo', DOMAIN),
  operation('post', '/identity/v1/endpoints/search', ENDPOINTS, 'EndpointsInfo', DOMAIN),

  operation(
    'post',
    '/monitoring/v1/webhooks',
    fields('name plugin_info project_id domain_id'),
    'WebhookInfo',
    fields('name plugin_info project_id'),
  ),
  operation('put', '/monitoring/v1/webhook/{webhook_id}', [...WEBHOOK, 'name']),
  operation('put', '/monitoring/v1/webhook/{webhook_id}/plugin', [...WEBHOOK, 'version', 'upgrade_mode']),
  operation('post', '/monitoring/v1/webhook/{webhook_id}/plugin/verify', WEBHOOK),
  operation('put', '/monitoring/v1/webhook/{webhook_id}/enable', WEBHOOK),
  operation('put', '/monitoring/v1/webhook/{webhook_id}/disable', WEBHOOK),
  operation('delete', '/monitoring/v1/webhook/{webhook_id}', WEBHOOK),
  operation('get', '/monitoring/v1/webhook/{webhook_id}', [...WEBHOOK, 'only'], 'WebhookInfo'),
  operation('get', '/monitoring/v1/webhooks', WEBHOOKS, 'WebhooksInfo'),
  operation('post', '/monitoring/v1/webhooks/search', WEBHOOKS, 'WebhooksInfo'),
  operation('post', '/monitoring/v1/webhooks/stat', DOMAIN),

  operation(
    'post',
    '/monitoring/v1/webhook/{webhook_id}/{access_key}/events',
    fields('webhook_id access_key data'),
    undefined,
    fields('webhook_id access_key data'),
  ),
  operation('get', '/monitoring/v1/event/{event_id}', fields('event_id domain_id only'), 'EventInfo', DOMAIN),
  operation('get', '/monitoring/v1/events', EVENTS, 'EventsInfo', DOMAIN),
  operation('post', '/monitoring/v1/events/search', EVENTS, 'EventsInfo', DOMAIN),
  operation(
    'post',
    '/monitoring/v1/events/stat',
    fields('query domain_id'),
    undefined,
    fields('query domain_id'),
  ),

  operation(
    'post',
    '/notification/v1/quotas',
    fields('protocol_id limit domain_id'),
    'QuotaInfo',
    fields('protocol_id limit'),
  ),
  operation('put', '/notification/v1/quota/{quota_id}', [...QUOTA, 'limit'], undefined, ['limit']),
  operation('delete', '/notification/v1/quota/{quota_id}', QUOTA),
  operation('get', '/notification/v1/quota/{quota_id}', QUOTA, 'QuotaInfo'),
  operation('get', '/notification/v1/quotas', QUOTAS, 'QuotasInfo'),
  operation('post', '/notification/v1/quotas/search', QUOTAS, 'QuotasInfo'),
  operation('post', '/notification/v1/quotas/stat', fields('query domain_id')),
];

function fields(names: string): readonly string[] {
  return names.split(' ');
}

function operation(
  method: Method,
  path: string,
  given: readonly string[],
  answer?: string,
  required?: readonly string[],
): SpecifiedOperation {
  return { method, path, fields: given, ...(answer ? { answer } : {}), ...(required ? { required } : {}) };
}
