/** Programs as a user of a generated client would write them. Each prints its results; its imports are generated beside it. */

const TYPED_REQUESTS = String.raw`
const alarm = { event_key: 'disk db-3', event_type: 'ALERT', severity: 'CRITICAL', title: 'Disk of db-3 is full' };
const queryOf = (webhook_id: string): Query => ({
  filter: [{ key: 'webhook_id', value: webhook_id, operator: 'eq' }, { k: 'severity', v: ['CRITICAL'], o: 'in' }],
  sort: { key: 'created_at', desc: true },
  page: { limit: 10 },
});
const statOf = (webhook_id: string): StatisticsQuery => ({
  filter: [{ k: 'webhook_id', v: webhook_id, o: 'eq' }],
  aggregate: [
    { group: { keys: [{ key: 'severity' }], fields: [{ name: 'events', operator: 'count' }] } },
    { sort: { key: 'events', desc: true } },
  ],
});
`;

export const OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';
import { domain_id, key, name, url } from './service';

type Query = components['schemas']['Query'];
type StatisticsQuery = components['schemas']['StatisticsQuery'];
${TYPED_REQUESTS}
function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const api = createClient<paths>({ baseUrl: url, headers: { authorization: 'Bearer ' + key } });
const { webhook_id, access_key } = dataOf(
  await api.POST('/monitoring/v1/webhooks', {
    body: { name, domain_id, project_id: 'shop', plugin_info: { plugin_id: 'direct' } },
  }),
);
const sent = dataOf(
  await api.POST('/monitoring/v1/webhook/{webhook_id}/{access_key}/events', {
    params: { path: { webhook_id, access_key }, header: { Prefer: 'wait=20' } },
    body: alarm,
  }),
);
const query = JSON.stringify(queryOf(webhook_id));
const listed = dataOf(await api.GET('/monitoring/v1/events', { params: { query: { domain_id, query } } }));
const counted = dataOf(
  await api.POST('/monitoring/v1/events/stat', { body: { domain_id, query: statOf(webhook_id) } }),
);
const partial = dataOf(
  await api.GET('/monitoring/v1/webhook/{webhook_id}', {
    params: { path: { webhook_id }, query: { domain_id, only: ['name'] } },
  }),
);
const { quota_id } = dataOf(
  await api.POST('/notification/v1/quotas', { body: { domain_id, protocol_id: name, limit: { day: 10 } } }),
);
const consumed = dataOf(
  await api.POST('/notification/v1/quota/{quota_id}/consume', {
    params: { path: { quota_id } },
    body: { domain_id, amount: 3 },
  }),
);
const titles = listed.results.map(({ title }) => title);
console.log(JSON.stringify({ status: sent.status, titles, rows: counted.results, partial, left: consumed.remaining.day }));
`;

export const HEY_API = `
import {
  consumeQuota, createEvent, createQuota, createWebhook, getWebhook, listEvents, statEvents,
  type Query, type StatisticsQuery,
} from './client';
import { client } from './client/client.gen';
import { domain_id, key, name, url } from './service';
${TYPED_REQUESTS}
client.setConfig({ baseUrl: url, auth: key, throwOnError: true });
const throwOnError = true;
const { data: webhook } = await createWebhook({
  throwOnError,
  body: { name, domain_id, project_id: 'shop', plugin_info: { plugin_id: 'direct' } },
});
const { webhook_id, access_key } = webhook;
const { data: sent } = await createEvent({
  throwOnError,
  path: { webhook_id, access_key },
  headers: { Prefer: 'wait=20' },
  body: alarm,
});
const { data: listed } = await listEvents({
  throwOnError,
  query: { domain_id, query: JSON.stringify(queryOf(webhook_id)) },
});
const { data: counted } = await statEvents({ throwOnError, body: { domain_id, query: statOf(webhook_id) } });
const { data: partial } = await getWebhook({ throwOnError, path: { webhook_id }, query: { domain_id, only: ['name'] } });
const { data: quota } = await createQuota({ throwOnError, body: { domain_id, protocol_id: name, limit: { day: 10 } } });
const { data: consumed } = await consumeQuota({
  throwOnError,
  path: { quota_id: quota.quota_id },
  body: { domain_id, amount: 3 },
});
const titles = listed.results.map(({ title }) => title);
console.log(JSON.stringify({ status: sent.status, titles, rows: counted.results, partial, left: consumed.remaining.day }));
`;

/** The messages that the Python program uses. */
export const PYTHON_MESSAGES = [
  'CreateWebhookRequest',
  'WebhookInfo',
  'PartialWebhookInfo',
  'DeliveryInfo',
  'Query',
  'EventsInfo',
  'EventStatQuery',
  'StatisticsInfo',
  'CreateQuotaRequest',
  'QuotaInfo',
  'ConsumeQuotaRequest',
  'ConsumptionInfo',
];

/** The messages are generated; methods and paths are read from the OpenAPI document. */
export const PYTHON = String.raw`
import json
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen
from messages import *
from service import domain_id, key, name, url

with open('openapi.json') as file:
    paths = json.load(file)['paths']
operations = {
    operation['operationId']: (method.upper(), path)
    for path, item in paths.items() for method, operation in item.items() if 'operationId' in operation
}

def call(answer, operation, places={}, query={}, body=None, headers={}):
    method, path = operations[operation]
    for place, value in places.items():
        path = path.replace('{' + place + '}', quote(value))
    data = None if body is None else json.dumps(body).encode()
    own = {'authorization': 'Bearer ' + key, 'content-type': 'application/json', **headers}
    with urlopen(Request(url + path + '?' + urlencode(query, True), data, own, method=method)) as response:
        return answer.from_dict(json.load(response))

def sent(message, **fields):
    return message.from_dict({'domain_id': domain_id, **fields}).to_dict()

webhook = call(WebhookInfo, 'createWebhook', body=sent(
    CreateWebhookRequest, name=name, project_id='shop', plugin_info={'plugin_id': 'direct'}))
places = {'webhook_id': webhook.webhook_id}
delivery = call(DeliveryInfo, 'createEvent', {**places, 'access_key': webhook.access_key}, headers={'prefer': 'wait=20'},
    body={'event_key': 'disk db-3', 'event_type': 'ALERT', 'severity': 'CRITICAL', 'title': 'Disk of db-3 is full'})
of_webhook = {'key': 'webhook_id', 'value': webhook.webhook_id, 'operator': 'eq'}
query = Query.from_dict({'filter': [of_webhook], 'sort': {'key': 'created_at', 'desc': True}, 'page': {'limit': 10}})
listed = call(EventsInfo, 'listEvents', query={'domain_id': domain_id, 'query': json.dumps(query.to_dict())})
counted = call(StatisticsInfo, 'statEvents', body=sent(EventStatQuery, query={'filter': [of_webhook], 'aggregate': [
    {'group': {'keys': [{'key': 'severity'}], 'fields': [{'name': 'events', 'operator': 'count'}]}}]}))
partial = call(PartialWebhookInfo, 'getWebhook', places, query={'domain_id': domain_id, 'only': ['name']})
quota = call(QuotaInfo, 'createQuota', body=sent(CreateQuotaRequest, protocol_id=name, limit={'day': 10}))
consumed = call(ConsumptionInfo, 'consumeQuota', {'quota_id': quota.quota_id}, body=sent(ConsumeQuotaRequest, amount=3))
print(json.dumps({
    'status': delivery.status.value,
    'titles': [event.title for event in listed.results],
    'rows': counted.results,
    'partial': partial.to_dict(),
    'left': consumed.remaining.day,
}))
`;
