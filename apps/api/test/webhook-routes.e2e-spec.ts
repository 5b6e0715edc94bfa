import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import {
  createWebhookRequest,
  webhookPath,
  matchProblem,
  startWebhookApi,
  WEBHOOKS,
  type Method,
  type WebhookApi,
} from './webhooks-under-test.js';

let subject: WebhookApi;
const call: WebhookApi['call'] = (...asked) => subject.call(...asked);
const create: WebhookApi['create'] = (changes) => subject.create(changes);

beforeAll(async () => {
  subject = await startWebhookApi();
});
afterAll(() => subject.api.close());

type Route = [Method, string, object?];

/** Every route of one webhook, with the body of its change. */
const ROUTES: readonly Route[] = [
  ['GET', ''],
  ['PUT', '', { name: 'renamed' }],
  ['PUT', '/plugin', { upgrade_mode: 'MANUAL' }],
  ['POST', '/plugin/verify', {}],
  ['PUT', '/enable', {}],
  ['PUT', '/disable', {}],
  ['PUT', '/access-key/rotate', {}],
  ['DELETE', ''],
];
const COLLECTION: readonly Route[] = [
  ['POST', WEBHOOKS, createWebhookRequest()],
  ['GET', WEBHOOKS],
  ['POST', `${WEBHOOKS}/search`, {}],
  ['POST', `${WEBHOOKS}/stat`, {}],
];

describe('every webhook route', () => {
  it.each(ROUTES)(
    '%s …%s: 400 for an invalid id, 404 for a foreign, a deleted and an unknown webhook',
    async (method, end, body) => {
      const webhook = await create();
      const deleted = await create();
      expect((await call('DELETE', webhookPath(deleted))).status).toBe(204);

      for (const id of ['x', newId('event')]) {
        const response = await call(method, webhookPath({ webhook_id: id }) + end, { body });
        expect(response).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'webhook_id'));
      }
      const foreignAccesses: [string, string][] = [
        [webhook.webhook_id, subject.keys.other],
        [deleted.webhook_id, subject.keys.ADMIN],
        [newId('webhook'), subject.keys.ADMIN],
      ];
      for (const [webhook_id, key] of foreignAccesses) {
        const response = await call(method, webhookPath({ webhook_id }) + end, { body, key });
        expect(response).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
      }
      expect(await call('GET', webhookPath(webhook))).toMatchObject({ status: 200, body: webhook });
    },
  );

  const unknownPath = webhookPath({ webhook_id: newId('webhook') });
  const all: readonly Route[] = [
    ...ROUTES.map(([method, end, body]): Route => [method, unknownPath + end, body]),
    ...COLLECTION,
  ];
  it.each<Route>([...all])(
    '%s %s: 401 without a key, 403 with a key of another domain, 400 for an unknown field',
    async (method, path, body) => {
      expect((await call(method, path, { body, key: null })).status).toBe(401);
      const inQuery = `${path}?domain_id=d2`;
      expect(await call(method, inQuery, { body })).toMatchObject(
        matchProblem(403, 'ERROR_PERMISSION_DENIED'),
      );
      const unknown =
        body === undefined
          ? await call(method, `${path}?colour=1`)
          : await call(method, path, { body: { ...body, colour: 1 } });
      expect(unknown).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'colour'));
    },
  );

  it('a VIEWER gets 403 for changes, and reads no access key', async () => {
    const created = await create();
    const { body: webhook } = await call('PUT', `${webhookPath(created)}/access-key/rotate`, { body: {} });
    const changes = ROUTES.filter(([method]) => method !== 'GET');
    expect(changes).toHaveLength(ROUTES.length - 1);
    for (const [method, end, body] of changes) {
      const { status } = await call(method, webhookPath(webhook) + end, { body, key: subject.keys.VIEWER });
      expect([method, end, status]).toEqual([method, end, 403]);
    }
    expect(await call('GET', webhookPath(webhook))).toMatchObject({ status: 200, body: webhook });
    expect(
      (await call('POST', WEBHOOKS, { body: createWebhookRequest(), key: subject.keys.VIEWER })).status,
    ).toBe(403);

    const viewerResponses = await Promise.all([
      call('GET', webhookPath(webhook), { key: subject.keys.VIEWER }),
      call('GET', WEBHOOKS, { key: subject.keys.VIEWER }),
      call('POST', `${WEBHOOKS}/search`, { body: {}, key: subject.keys.VIEWER }),
    ]);
    for (const { status, body } of viewerResponses) {
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      expect(text).toContain(webhook.webhook_id);
      for (const secret of [webhook.access_key, created.access_key]) expect(text).not.toContain(secret);
    }
  });
});
