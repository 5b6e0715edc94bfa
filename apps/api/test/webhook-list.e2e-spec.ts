import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  matchProblem,
  startWebhookApi,
  WEBHOOKS,
  type Webhook,
  type WebhookApi,
} from './webhooks-under-test.js';

let subject: WebhookApi;
const call: WebhookApi['call'] = (...asked) => subject.call(...asked);
const create: WebhookApi['create'] = (changes) => subject.create(changes);

beforeAll(async () => {
  subject = await startWebhookApi();
});
afterAll(() => subject.api.close());

describe('list, search and stat', () => {
  it('GET and POST return the same webhooks: filtered, paged and ordered by name', async () => {
    const project_id = 'listed';
    const names = ['c', 'a', 'b'];
    for (const name of names) await create({ name, project_id });
    const expected = { results: [{ name: 'b' }, { name: 'c' }], total_count: 3 };

    const listed = await call(
      'GET',
      `${WEBHOOKS}?project_id=${project_id}&query.page.start=2&query.only=name&query.page.limit=5`,
    );
    const body = { project_id, query: { page: { start: 2, limit: 5 }, only: ['name'] } };
    const searched = await call('POST', `${WEBHOOKS}/search`, { body });

    for (const response of [listed, searched])
      expect(response).toMatchObject({ status: 200, body: expected });
    const none = await call<{ total_count: number }>(
      'GET',
      `${WEBHOOKS}?project_id=${project_id}&state=DISABLED`,
    );
    expect(none.body).toEqual({ results: [], total_count: 0 });
    expect((await call('GET', `${WEBHOOKS}?project_id=${project_id}&state=NONE`)).body).toMatchObject({
      total_count: 3,
    });
  });

  it('finds by the full key and by the full address', async () => {
    const webhook = await create();
    for (const filter of [{ access_key: webhook.access_key }, { webhook_url: webhook.webhook_url }]) {
      const { body } = await call<{ results: Webhook[] }>('POST', `${WEBHOOKS}/search`, { body: filter });
      expect(body.results.map(({ webhook_id }) => webhook_id)).toEqual([webhook.webhook_id]);
    }
  });

  it('list finds a webhook by its name in any Unicode normalization', async () => {
    const { webhook_id } = await create({ name: 'Cafe\u0301 of the list' });
    for (const name of ['Cafe\u0301 of the list', ' Caf\u00e9 of the list ']) {
      const { body } = await call('GET', `${WEBHOOKS}?name=${encodeURIComponent(name)}`);
      expect(body).toMatchObject({ results: [{ webhook_id }], total_count: 1 });
    }
  });

  it('search returns no webhooks of another domain', async () => {
    const webhook = await create();
    const { body } = await call('POST', `${WEBHOOKS}/search`, {
      body: { webhook_id: webhook.webhook_id },
      key: subject.keys.other,
    });
    expect(body).toEqual({ results: [], total_count: 0 });
  });

  it.each([
    ['query.only[0]', '?query.only=colour'],
    ['query.page.limit', '?query.page.limit=1001'],
    ['query.page', '?query.page.start=99999&query.page.limit=1000'],
  ])('400 for an invalid %s: %s', async (field, query) => {
    expect(await call('GET', WEBHOOKS + query)).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_QUERY', field),
    );
  });

  it('stat returns both states, also with the count 0', async () => {
    const { status, body } = await call('POST', `${WEBHOOKS}/stat`, { key: subject.keys.other });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        { state: 'ENABLED', count: 0 },
        { state: 'DISABLED', count: 0 },
      ],
    });
  });
});
