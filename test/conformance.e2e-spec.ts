import { createEscalation } from './conformance/create-escalation.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEachConcurrently } from './cli.js';
import { call, createWebhook } from './client.js';
import { DocumentValidator } from './conformance/document-validator.js';
import { listOperations, type ApiDocument, type DescribedOperation } from './conformance/description.js';
import { RequestGenerator, type Request } from './conformance/request-generator.js';
import { ValueGenerator } from './conformance/value-generator.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';

const SEED = 20_261_121;
const DOMAIN = 'demo';
const PER_OPERATION = 4;

let database: TestDatabase;
let api: AppUnderTest;
let worker: AppUnderTest;
let operations: readonly DescribedOperation[];
let document: ApiDocument;
let validator: DocumentValidator;
/** Ids of existing records, by the name of the parameter or field. */
const known: Record<string, unknown[]> = {
  domain_id: [DOMAIN],
  plugin_id: ['prometheus'],
  protocol_id: ['email'],
};
const succeeded = new Set<string>();

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url };
  [api, worker] = await Promise.all([startApi(options), startWorker(options)]);
  document = (await call<ApiDocument>('GET', `${api.url}/docs/openapi.json`)).body;
  operations = listOperations(document);
  validator = new DocumentValidator(document);
  await makeRecords();
});
afterAll(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await database?.drop();
});

async function makeRecords(): Promise<void> {
  const webhook = await createWebhook(api.url, 'prometheus', DOMAIN);
  const { body: delivery } = await call<Record<string, unknown>>(
    'POST',
    `${api.url}${webhook.path}`,
    {
      alerts: [
        { status: 'firing', labels: { alertname: 'A' }, startsAt: '2026-11-20T10:00:00Z', fingerprint: 'f' },
      ],
      version: '4',
    },
    { prefer: 'wait=20' },
  );
  const unreadable = await call<Record<string, unknown>>(
    'POST',
    `${api.url}${webhook.path}`,
    { no: 'alarm' },
    { prefer: 'wait=20' },
  );
  known['quarantined_delivery_id'] = [unreadable.body['delivery_id']];
  const events = await call<{ results: Record<string, unknown>[] }>(
    'GET',
    `${api.url}/monitoring/v1/events?domain_id=${DOMAIN}`,
  );
  const create = async (path: string, body: object, headers?: Record<string, string>) => {
    const given = { domain_id: DOMAIN, ...body };
    return (await call<Record<string, unknown>>('POST', `${api.url}${path}`, given, headers)).body;
  };
  const heartbeat = `${api.url}/monitoring/v1/webhook/${String(webhook.webhook_id)}/heartbeat/backup`;
  await call('PUT', heartbeat, { domain_id: DOMAIN, expect_every: '1d' });
  const key = await create('/identity/v1/api-keys', { user_id: 'u-1' });
  const quota = await create('/notification/v1/quotas', { protocol_id: 'sms', limit: { day: 100_000 } });
  const consumption = await create(`/notification/v1/quota/${String(quota['quota_id'])}/consume`, {
    amount: 5,
  });
  const other = await create('/notification/v1/quotas/consume', { protocol_id: 'sms', amount: 5 });
  known['other_consumption_id'] = [other['consumption_id']];
  const session = await create(
    '/identity/v1/session',
    { api_key: rootApiKey },
    { 'x-requested-with': 'test' },
  );
  const silence = await create('/notification/v1/silences', {
    ...{ name: 'night', filter: [], ends_at: 'now + 1h', reason: 'none' },
  });
  const subscription = await create('/notification/v1/subscriptions', {
    ...{ name: 'on call', protocol_id: 'webhook', options: { url: 'https://1.1.1.1/hook' } },
  });
  const onCall = await create('/notification/v1/on-call', {
    ...{ name: 'team', timezone: 'UTC', rotation: { shift: '1d', handoff: { time: '09:00' } } },
    members: [{ name: 'Jane', subscription_id: subscription['subscription_id'] }],
  });
  for (const record of [
    ...[webhook, delivery, events.body.results[0], key, session, quota, consumption, silence, onCall],
    await createEscalation(create, known),
    { member_id: subscription['subscription_id'] },
  ]) {
    for (const [name, value] of Object.entries(record ?? {})) {
      if (name.endsWith('_id') || name === 'access_key') known[name] ??= [value];
    }
  }
  expect(Object.keys(known)).toEqual(
    expect.arrayContaining(['event_id', 'alert_id', 'delivery_id', 'consumption_id']),
  );
}

/** Sends a request. A stream is cancelled, because it would not end. */
async function send({ method }: DescribedOperation, request: Request, key: string | null = rootApiKey) {
  const response = await fetch(`${api.url}${request.url}`, {
    method,
    headers: { ...request.headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false;
  if (isStream) await response.body?.cancel();
  return { status: response.status, headers: response.headers, text: isStream ? '' : await response.text() };
}

const requestsFor = (operation: DescribedOperation, index: number) =>
  new RequestGenerator(operation, new ValueGenerator(document, recordsFor(operation)), SEED + index);

/** Returns the deviations from the document, each with the request that shows it. */
async function findViolations(
  operation: DescribedOperation,
  requests: readonly Request[],
  allowed: (status: number) => boolean = () => true,
  key?: string | null,
): Promise<readonly string[]> {
  const objections: string[] = [];
  for (const request of requests) {
    const answer = await send(operation, request, key);
    if (isSuccess(answer.status)) succeeded.add(operation.operationId);
    const objection =
      validator.findViolation(operation, answer, !SELECTION.test(`${request.url} ${request.body ?? ''}`)) ??
      (allowed(answer.status) ? undefined : `status ${answer.status} for what is ${request.what}`);
    if (objection === undefined) continue;
    const { operationId, method } = operation;
    objections.push(
      `${operationId}: ${objection}\n  ${request.what}: ${method} ${request.url} ${request.body ?? ''}\n  ${answer.text.slice(0, 300)}`,
    );
  }
  return objections;
}

async function findAllViolations(
  requestsOf: (requests: RequestGenerator, operation: DescribedOperation) => readonly Request[],
  allowed?: (status: number) => boolean,
  { key, together = false }: { key?: string | null; together?: boolean } = {},
) {
  const found: string[] = [];
  const ask = async ([index, operation]: [number, DescribedOperation]) => {
    const requests = requestsOf(requestsFor(operation, index), operation);
    found.push(...(await findViolations(operation, requests, allowed, key)));
  };
  if (together) await forEachConcurrently([...operations.entries()], ask);
  else for (const entry of operations.entries()) await ask(entry);
  return found;
}

/** Fields of a request that select fields of records. */
const SELECTION = /only|minimal|unwind/;
/** Rejected requests change nothing, so they may run concurrently. */
const CONCURRENT = { together: true };
const isSuccess = (status: number) => status < 300;
/** Valid requests may be rejected too: ids may not exist, and queries and plugins have rules beyond the schema. */
const isClientError = (status: number) => status >= 400 && status < 500;
/** Operations that need a cookie, a valid key, an issuer or a resolvable address, so that their examples cannot succeed. */
const FAILING_EXAMPLES = new Set([
  'createSession',
  'beginSignIn',
  'getCurrentSession',
  'signOut',
  'switchDomain',
  'readSignInToken',
  'createSubscription',
]);
/** Whether every record that the operation names exists, so that its examples must succeed. */
const hasRecords = ({ operationId, parameters }: DescribedOperation) =>
  !FAILING_EXAMPLES.has(operationId) &&
  parameters.every((each) => each.in !== 'path' || each.example !== undefined || known[each.name]);
/** Returns the records to use. A consumption can be released only once, and not every delivery is in quarantine. */
const recordsFor = ({ operationId, path }: DescribedOperation) => ({
  ...known,
  ...(operationId === 'releaseProtocolConsumption'
    ? { consumption_id: known['other_consumption_id'] ?? [] }
    : {}),
  // The protocol of the quota is not one that subscriptions can use.
  ...(path.includes('/subscription') || path.includes('/protocol/') ? { protocol_id: ['webhook'] } : {}),
  ...(path.includes('/on-call') ? { subscription_id: known['member_id'] ?? [] } : {}),
  ...(path.includes('/heartbeat/') ? { name: ['backup'] } : {}),
  ...(path.includes('/quarantine/') ? { delivery_id: known['quarantined_delivery_id'] ?? [] } : {}),
});
const isRemoval = ({ method, path }: DescribedOperation) => method === 'DELETE' || path.endsWith('/disable');

describe('conformance of every operation with the API document', { timeout: 180_000 }, () => {
  it('accepts the example payload of every plugin with 202', async () => {
    const operation = operations.find(({ operationId }) => operationId === 'createEvent');
    const url = `/monitoring/v1/webhook/${String(known['webhook_id']?.[0])}/${String(known['access_key']?.[0])}/events`;
    const requests = Object.entries(operation?.requestBody?.content ?? {}).flatMap(
      ([type, { examples = {} }]) =>
        Object.keys(examples).map((name) => {
          const value = document.components.examples[name]?.value;
          const form =
            type.includes('form') && new URLSearchParams(value as Record<string, string>).toString();
          return {
            what: `payload of ${name}`,
            url,
            headers: { 'content-type': type },
            body: form || JSON.stringify(value),
          };
        }),
    );
    expect(requests.length).toBeGreaterThan(50);
    expect(
      await findViolations(operation as DescribedOperation, requests, (status) => status === 202),
    ).toEqual([]);
  });

  it('responds with success to the examples of the document', async () => {
    const objections = await findAllViolations(
      (requests, operation) =>
        hasRecords(operation) && !isRemoval(operation) ? requests.examples(recordsFor(operation)) : [],
      isSuccess,
    );
    expect(objections.join('\n')).toBe('');
  });

  it('accepts null wherever the document allows it', async () => {
    const asked: string[] = [];
    const objections = await findAllViolations(
      (requests, operation) => {
        // A schedule has a rotation or a calendar, and the other one is null; its update must not make both null.
        const isChecked = hasRecords(operation) && operation.operationId !== 'updateOnCall';
        const made = isChecked ? requests.withNulls(recordsFor(operation)) : [];
        if (made.length > 0) asked.push(operation.operationId);
        return made;
      },
      // 409: an example has already created the record.
      (status) => isSuccess(status) || status === 409,
    );
    expect(objections.join('\n')).toBe('');
    expect(asked).toEqual(expect.arrayContaining(['createWebhook', 'searchEvents', 'consumeQuota']));
  });

  it('responds with 401 to a caller without a key', async () => {
    const objections = await findAllViolations(
      (requests, { security }) => (security.length === 1 ? requests.valid(1) : []),
      (status) => status === 401,
      { key: null, ...CONCURRENT },
    );
    expect(objections.join('\n')).toBe('');
  });

  it('responds with 415 to an unsupported content encoding', async () => {
    const objections = await findAllViolations(
      (requests, { method, security }) =>
        method === 'GET' || security.length !== 1
          ? []
          : requests.valid(1).map((each) => ({
              ...each,
              what: 'strangely encoded',
              headers: { ...each.headers, 'content-encoding': 'zstd' },
              body: each.body ?? '{}',
            })),
      (status) => status === 415,
      CONCURRENT,
    );
    expect(objections.join('\n')).toBe('');
  });

  it('rejects requests that the document forbids with 4xx', async () => {
    const objections = await findAllViolations(
      (requests, operation) => {
        const schema = operation.requestBody?.content['application/json']?.schema ?? {};
        const schemaOf = (part: string) =>
          part === 'body' ? schema : (operation.parameters.find(({ name }) => name === part)?.schema ?? {});
        return requests.invalid(
          PER_OPERATION,
          (part, value) => validator.validateSchema(schemaOf(part), value) === undefined,
        );
      },
      isClientError,
      CONCURRENT,
    );
    expect(objections.join('\n')).toBe('');
  });

  it('responds as documented to requests that the document allows', async () => {
    const objections = await findAllViolations((requests) => requests.valid(PER_OPERATION));
    expect(objections.join('\n')).toBe('');
    expect(validator.wholeRecords).toBeGreaterThan(30);
    const onRecord = operations.filter(hasRecords).map(({ operationId }) => operationId);
    // The heartbeat has already been deleted with its webhook.
    succeeded.add('deleteHeartbeat');
    expect(onRecord.filter((id) => !succeeded.has(id))).toEqual([]);
  });
});
