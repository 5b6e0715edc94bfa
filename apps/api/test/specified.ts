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
  APIKeyInfo: splitNames('api_key_id api_key state user_id domain_id last_accessed_at created_at'),
  APIKeysInfo: splitNames('results total_count'),
  EndpointInfo: splitNames('service name endpoint state version'),
  EndpointsInfo: splitNames('results total_count'),
  WebhookInfo: splitNames(
    'webhook_id name state access_key webhook_url project_id domain_id created_at version',
  ),
  WebhookPluginInfo: splitNames('plugin_id version upgrade_mode'),
  WebhooksInfo: splitNames('results total_count'),
  EventInfo: splitNames(
    'event_id event_key event_type title description severity rule resource provider account image_url raw_data ' +
      'additional_info alert_id webhook_id project_id domain_id created_at occurred_at',
  ),
  EventResource: splitNames('resource_id resource_type name'),
  EventsInfo: splitNames('results total_count'),
  QuotaInfo: splitNames('quota_id protocol_id limit domain_id'),
  QuotasInfo: splitNames('results total_count'),
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

const API_KEY = splitNames('api_key_id domain_id');
const API_KEYS = splitNames('api_key_id state user_id domain_id');
const ENDPOINTS = splitNames('query service endpoint_type domain_id');
const WEBHOOK = splitNames('webhook_id domain_id');
const WEBHOOKS = splitNames('query webhook_id name state access_key webhook_url project_id domain_id');
const EVENTS = splitNames(
  'query event_id event_key event_type severity resource_id provider account alert_id webhook_id project_id domain_id',
);
const QUOTA = splitNames('quota_id domain_id');
const QUOTAS = splitNames('query quota_id protocol_id domain_id');
const DOMAIN = ['domain_id'];

/** All operations of the interface specification. */
export const SPECIFIED_OPERATIONS: readonly SpecifiedOperation[] = [
  specifyOperation('post', '/identity/v1/api-keys', splitNames('user_id domain_id'), 'APIKeyInfo', [
    'user_id',
  ]),
  specifyOperation('put', '/identity/v1/api-key/{api_key_id}/enable', API_KEY),
  specifyOperation('put', '/identity/v1/api-key/{api_key_id}/disable', API_KEY),
  specifyOperation('delete', '/identity/v1/api-key/{api_key_id}', API_KEY),
  specifyOperation('get', '/identity/v1/api-key/{api_key_id}', [...API_KEY, 'only'], 'APIKeyInfo'),
  specifyOperation('get', '/identity/v1/api-keys', API_KEYS, 'APIKeysInfo'),
  specifyOperation('post', '/identity/v1/api-keys/search', API_KEYS, 'APIKeysInfo'),
  specifyOperation('post', '/identity/v1/api-keys/stat', DOMAIN),

  specifyOperation('get', '/identity/v1/endpoints', ENDPOINTS, 'EndpointsInfo', DOMAIN),
  specifyOperation('post', '/identity/v1/endpoints/search', ENDPOINTS, 'EndpointsInfo', DOMAIN),

  specifyOperation(
    'post',
    '/monitoring/v1/webhooks',
    splitNames('name plugin_info project_id domain_id'),
    'WebhookInfo',
    splitNames('name plugin_info project_id'),
  ),
  specifyOperation('put', '/monitoring/v1/webhook/{webhook_id}', [...WEBHOOK, 'name']),
  specifyOperation('put', '/monitoring/v1/webhook/{webhook_id}/plugin', [
    ...WEBHOOK,
    'version',
    'upgrade_mode',
  ]),
  specifyOperation('post', '/monitoring/v1/webhook/{webhook_id}/plugin/verify', WEBHOOK),
  specifyOperation('put', '/monitoring/v1/webhook/{webhook_id}/enable', WEBHOOK),
  specifyOperation('put', '/monitoring/v1/webhook/{webhook_id}/disable', WEBHOOK),
  specifyOperation('delete', '/monitoring/v1/webhook/{webhook_id}', WEBHOOK),
  specifyOperation('get', '/monitoring/v1/webhook/{webhook_id}', [...WEBHOOK, 'only'], 'WebhookInfo'),
  specifyOperation('get', '/monitoring/v1/webhooks', WEBHOOKS, 'WebhooksInfo'),
  specifyOperation('post', '/monitoring/v1/webhooks/search', WEBHOOKS, 'WebhooksInfo'),
  specifyOperation('post', '/monitoring/v1/webhooks/stat', DOMAIN),

  specifyOperation(
    'post',
    '/monitoring/v1/webhook/{webhook_id}/{access_key}/events',
    splitNames('webhook_id access_key data'),
    undefined,
    splitNames('webhook_id access_key data'),
  ),
  specifyOperation(
    'get',
    '/monitoring/v1/event/{event_id}',
    splitNames('event_id domain_id only'),
    'EventInfo',
    DOMAIN,
  ),
  specifyOperation('get', '/monitoring/v1/events', EVENTS, 'EventsInfo', DOMAIN),
  specifyOperation('post', '/monitoring/v1/events/search', EVENTS, 'EventsInfo', DOMAIN),
  specifyOperation(
    'post',
    '/monitoring/v1/events/stat',
    splitNames('query domain_id'),
    undefined,
    splitNames('query domain_id'),
  ),

  specifyOperation(
    'post',
    '/notification/v1/quotas',
    splitNames('protocol_id limit domain_id'),
    'QuotaInfo',
    splitNames('protocol_id limit'),
  ),
  specifyOperation('put', '/notification/v1/quota/{quota_id}', [...QUOTA, 'limit'], undefined, ['limit']),
  specifyOperation('delete', '/notification/v1/quota/{quota_id}', QUOTA),
  specifyOperation('get', '/notification/v1/quota/{quota_id}', QUOTA, 'QuotaInfo'),
  specifyOperation('get', '/notification/v1/quotas', QUOTAS, 'QuotasInfo'),
  specifyOperation('post', '/notification/v1/quotas/search', QUOTAS, 'QuotasInfo'),
  specifyOperation('post', '/notification/v1/quotas/stat', splitNames('query domain_id')),
];

function splitNames(names: string): readonly string[] {
  return names.split(' ');
}

function specifyOperation(
  method: Method,
  path: string,
  given: readonly string[],
  answer?: string,
  required?: readonly string[],
): SpecifiedOperation {
  return { method, path, fields: given, ...(answer ? { answer } : {}), ...(required ? { required } : {}) };
}
