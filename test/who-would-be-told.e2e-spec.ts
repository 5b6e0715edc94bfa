import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from './client.js';
import { alarm, createTestDomain, notificationUrl } from './notified-domain.js';
import { rootApiKey } from './processes.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startService, type Service } from './service.js';

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  const env = { NOTIFICATION_ALLOW: '127.0.0.1', MCP: 'on' };
  [service, receiver] = await Promise.all([startService(env), startReceiver()]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

interface Preview {
  readonly subscriptions: readonly { readonly name: string; readonly silenced_by: object | null }[];
  readonly escalations: readonly {
    readonly steps: readonly { readonly receivers: readonly { readonly name: string }[] }[];
  }[];
  readonly untold: readonly {
    readonly name: string;
    readonly reason: string;
    readonly conditions: readonly string[];
  }[];
}

async function ask(given: object): Promise<Preview> {
  const params = { name: 'who_would_be_told', arguments: given };
  const response = await fetch(`${service.api.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rootApiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const text = await response.text();
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
    result: { structuredContent: { untrusted: Preview } };
  };
  return message.result.structuredContent.untrusted;
}

it('names those whom the service tells', { timeout: 90_000 }, async () => {
  const title = (v: string) => [{ k: 'title', v, o: 'contain' }];
  const { domain_id, subscribe, send } = await createTestDomain(service, receiver, { name: 'everything' });
  const subscriptions: readonly [name: string, fields: object][] = [
    ['by title', { filter: title('disk') }],
    ['by another title', { filter: title('network') }],
    ['by label', { filter: [{ k: 'labels.team', v: 'db', o: 'eq' }] }],
    ['by alternatives', { filter: 'severity = INFO or labels.team = "db"' }],
    ['not by alternatives', { filter: 'severity = INFO or labels.team = "web"' }],
    ['only resolutions', { kinds: ['alert.resolved'] }],
    ['of another project', { project_id: 'other' }],
    ['disabled', { enabled: false }],
    ['of a step', { trigger: 'ESCALATION' }],
    ['of another step', { trigger: 'ESCALATION' }],
  ];
  const ids = new Map<string, string>();
  for (const [name, { enabled, ...fields }] of subscriptions as readonly [string, { enabled?: false }][]) {
    const { subscription_id } = await subscribe({ name, ...fields });
    ids.set(name, subscription_id);
    if (enabled === false)
      await call('PUT', notificationUrl(service, `subscription/${subscription_id}/disable`), { domain_id });
  }
  const escalate = (name: string, filter: object[], step: string) =>
    call('POST', notificationUrl(service, 'escalations'), {
      ...{ domain_id, name, filter, fallback: ids.get('by another title') },
      steps: [{ after: 0, subscriptions: [ids.get(step)] }],
    });
  expect((await escalate('matching', title('disk'), 'of a step')).status).toBe(201);
  expect((await escalate('not matching', title('network'), 'of another step')).status).toBe(201);

  const opening = alarm('disk of the database', { severity: 'ERROR', labels: { team: 'db' } });
  await send(opening);
  const alerts = `${service.api.url}/monitoring/v1/alerts?domain_id=${domain_id}`;
  const { body } = await until(
    () => call<{ results: { alert_id: string }[] }>('GET', alerts),
    (found) => found.body.results.length === 1,
  );
  const alertId = body.results[0]?.alert_id;
  const preview = await ask({ domain_id, alert_id: alertId });
  const { event_key: _, ...draft } = opening;
  expect(await ask({ domain_id, ...draft })).toMatchObject({
    ...{ subscriptions: preview.subscriptions, escalations: preview.escalations },
  });
  const steps = preview.escalations.flatMap((each) => each.steps.flatMap(({ receivers }) => receivers));
  const inRest = await call<Preview>('POST', notificationUrl(service, `alert/${alertId}/telling/preview`), {
    domain_id,
  });
  expect(inRest).toMatchObject({ status: 200, body: preview });
  const why = new Map(
    inRest.body.untold.map(({ name, reason, conditions }) => [name, [reason, ...conditions]]),
  );
  expect(Object.fromEntries(why)).toEqual({
    'by another title': ['CONDITIONS', 'title contains "network"'],
    'not by alternatives': ['CONDITIONS', 'severity = INFO or labels.team = "web"'],
    'only resolutions': ['KIND'],
    'of another project': ['PROJECT'],
    disabled: ['DISABLED'],
    'of another step': ['NO_STEP'],
  });
  const said = [...preview.subscriptions, ...steps].map(({ name }) => ids.get(name) ?? name);
  expect(said).toHaveLength(5);

  const url = notificationUrl(service, `notifications?domain_id=${domain_id}`);
  const told = await until(
    async () => {
      const found = await call<{ results: { subscription_id: string }[] }>('GET', url);
      return [...new Set(found.body.results.map(({ subscription_id }) => subscription_id))];
    },
    (found) => found.length >= said.length,
  );
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const nameAll = (list: readonly string[]) => list.map((id) => names.get(id) ?? 'everything').toSorted();
  expect(nameAll(told)).toEqual(nameAll(said));
});

it('fills in what alerts have of their webhook', { timeout: 60_000 }, async () => {
  const { domain_id, subscribe } = await createTestDomain(service, receiver, { kinds: ['quota.low'] });
  const api = `${service.api.url}/monitoring/v1`;
  const found = await call<{ results: { webhook_id: string; project_id: string; name: string }[] }>(
    'GET',
    `${api}/webhooks?domain_id=${domain_id}`,
  );
  const [webhook] = found.body.results;
  const settings = { labels: { site: 'fra' } };
  await call('PUT', `${api}/webhook/${webhook?.webhook_id}`, { domain_id, settings });
  await subscribe({ name: 'of the project', project_id: webhook?.project_id });
  await subscribe({ name: 'of the source', filter: [{ k: 'source.name', v: webhook?.name, o: 'eq' }] });
  await subscribe({ name: 'of the site', filter: 'labels.site = fra' });
  await subscribe({ name: 'of another site', filter: 'labels.site = dub' });
  const draft = { domain_id, severity: 'ERROR', title: 'disk full' };
  const { subscriptions } = await ask({ ...draft, webhook_id: webhook?.webhook_id });
  expect(subscriptions.map(({ name }) => name).toSorted()).toEqual([
    'of the project',
    'of the site',
    'of the source',
  ]);
  expect((await ask(draft)).subscriptions).toEqual([]);
});
