import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorker, type AppUnderTest } from '#test/processes.js';
import { startWebhookApi, type WebhookApi } from './webhooks-under-test.js';

type Fields = Readonly<Record<string, unknown>>;

let subject: WebhookApi;
let worker: AppUnderTest;

beforeAll(async () => {
  subject = await startWebhookApi();
  worker = await startWorker({ databaseUrl: subject.api.databaseUrl });
});
afterAll(async () => {
  await worker?.kill();
  await subject?.api.close();
});

/** The deliveries of monitoring systems: a problem, its acknowledgement, and the withdrawal of the acknowledgement. */
const icinga = (notification_type: string) => () => ({
  notification_type,
  source: 'icinga2',
  host_name: 'db-3',
  service_description: 'disk /var',
  service_state: 'CRITICAL',
  service_output: 'DISK CRITICAL',
  timestamp: String(Date.now() / 1000),
  author: 'Ada Lovelace',
  comment: 'I clean it up',
});
const pagerduty = (event_type: string, more: Fields) => () => ({
  event: {
    id: crypto.randomUUID(),
    event_type,
    resource_type: 'incident',
    occurred_at: new Date().toISOString(),
    agent: { type: 'user_reference', summary: 'Ada Lovelace' },
    data: {
      id: 'PGR0VU2',
      type: 'incident',
      title: 'A disk is full',
      urgency: 'high',
      ...more,
      html_url: 'https://acme.pagerduty.com/incidents/PGR0VU2',
    },
  },
});
const opsgenie = (action: string) => () => ({
  action,
  source: { name: 'web', type: 'web' },
  alert: {
    alertId: '052652ac-5d1c-464a-812a-7dd18bbfba8c',
    alias: 'disk',
    message: 'A disk is full',
    username: 'Ada Lovelace',
    priority: 'P1',
    updatedAt: Date.now(),
  },
});

type CreateBody = () => Fields;
const SYSTEMS: readonly (readonly [
  plugin_id: string,
  said: readonly [CreateBody, CreateBody, CreateBody],
])[] = [
  ['icinga', [icinga('PROBLEM'), icinga('ACKNOWLEDGEMENT'), icinga('AcknowledgementCleared')]],
  [
    'pagerduty',
    [
      pagerduty('incident.triggered', { status: 'triggered' }),
      pagerduty('incident.acknowledged', { status: 'acknowledged' }),
      pagerduty('incident.unacknowledged', { status: 'triggered' }),
    ],
  ],
  ['opsgenie', [opsgenie('Create'), opsgenie('Acknowledge'), opsgenie('UnAcknowledge')]],
];

it.each(SYSTEMS)(
  'an acknowledgement in %s marks the alert with the name of its user until it is withdrawn',
  async (plugin_id, bodies) => {
    const webhook = await subject.create({ name: plugin_id, plugin_info: { plugin_id } });
    const [problem, acknowledgement, cleared] = bodies;
    const post = async (body: Fields) => {
      const { pathname } = new URL(webhook.webhook_url);
      const { body: delivery } = await subject.call<Fields>('POST', pathname, {
        body,
        headers: { prefer: 'wait=10' },
      });
      return (delivery['outcomes'] as readonly Fields[])[0] ?? {};
    };
    const alert = async () =>
      (
        await subject.call<{ results: readonly Fields[] }>(
          'GET',
          `/monitoring/v1/alerts?webhook_id=${webhook.webhook_id}`,
        )
      ).body.results;

    expect(await post(problem())).toMatchObject({
      outcome: 'CREATED',
      alert_id: expect.stringMatching(/^alert_/),
    });
    const [opened] = await alert();
    const { alert_id } = opened ?? {};
    expect(await post(acknowledgement())).toEqual({
      index: 0,
      outcome: 'ACKNOWLEDGED',
      event_id: null,
      alert_id,
      reason: 'acknowledged by Ada Lovelace',
    });
    expect(await alert()).toMatchObject([
      {
        alert_id,
        state: 'OPEN',
        acknowledged: true,
        acknowledged_by: `Ada Lovelace (via ${plugin_id})`,
        event_count: 1,
      },
    ]);
    expect(await post(cleared())).toMatchObject({
      outcome: 'ACKNOWLEDGED',
      alert_id,
      reason: 'no longer acknowledged',
    });
    expect(await alert()).toMatchObject([{ alert_id, state: 'OPEN', acknowledged: false, event_count: 1 }]);
  },
);

it('a comment and an assignment in PagerDuty are notes of the alert, once, with the name of their user', async () => {
  const webhook = await subject.create({
    name: `pd ${crypto.randomUUID()}`,
    plugin_info: { plugin_id: 'pagerduty' },
  });
  const post = async (body: Fields) => {
    const { body: delivery } = await subject.call<Fields>('POST', new URL(webhook.webhook_url).pathname, {
      body,
      headers: { prefer: 'wait=10' },
    });
    return delivery['outcomes'] as readonly Fields[];
  };
  const incident = { id: 'PGR0VU2', type: 'incident_reference' };
  const annotated = (content: string) =>
    pagerduty('incident.annotated', { id: 'PN1', type: 'incident_note', content, incident })();

  expect(await post(annotated('too early: no alert is open'))).toMatchObject([{ outcome: 'IGNORED' }]);
  const [opened] = await post(pagerduty('incident.triggered', { status: 'triggered' })());
  const comment = annotated('<b>On it</b>\nsee the runbook');
  expect(await post(comment)).toMatchObject([{ outcome: 'IGNORED' }]);
  await post(comment);
  await post(
    pagerduty('incident.reassigned', { assignees: [{ type: 'user_reference', summary: 'Grace Hopper' }] })(),
  );
  const { body } = await subject.call<{ results: readonly Fields[] }>(
    'GET',
    `/monitoring/v1/alert/${String(opened?.['alert_id'])}/notes`,
  );
  expect(body.results).toMatchObject([
    { author: expect.stringMatching(/^Ada Lovelace \(via pd /), text: '<b>On it</b>\nsee the runbook' },
    { author: expect.stringMatching(/^Ada Lovelace \(via pd /), text: 'Assigned to Grace Hopper' },
  ]);
});

it('a recovery says who resolved the alert, if a user of the sender did', async () => {
  const sentry = (action: string, actor: Fields) => () => ({
    action,
    actor,
    data: { issue: { id: '4', title: 'TypeError', level: 'error', project: { slug: 'shop' } } },
  });
  const user = { type: 'user', id: 7, name: 'Ada Lovelace' };
  const service = { agent: { type: 'service_reference', summary: 'Database' } };
  const closedByService = () => {
    const { event } = pagerduty('incident.resolved', { status: 'resolved' })();
    return { event: { ...event, ...service } };
  };
  const resolutions: readonly (readonly [string, CreateBody, CreateBody, string | null])[] = [
    [
      'pagerduty',
      pagerduty('incident.triggered', { status: 'triggered' }),
      pagerduty('incident.resolved', { status: 'resolved' }),
      'Ada Lovelace',
    ],
    ['pagerduty', pagerduty('incident.triggered', { status: 'triggered' }), closedByService, null],
    ['opsgenie', opsgenie('Create'), opsgenie('Close'), 'Ada Lovelace'],
    ['sentry', sentry('created', user), sentry('resolved', user), 'Ada Lovelace'],
    ['sentry', sentry('created', user), sentry('resolved', { type: 'application', name: 'Sentry' }), null],
  ];
  for (const [plugin_id, problem, recovery, name] of resolutions) {
    const webhook = await subject.create({ name: crypto.randomUUID(), plugin_info: { plugin_id } });
    const { pathname } = new URL(webhook.webhook_url);
    for (const createBody of [problem, recovery])
      await subject.call('POST', pathname, { body: createBody(), headers: { prefer: 'wait=10' } });
    const { body } = await subject.call<{ results: readonly Fields[] }>(
      'GET',
      `/monitoring/v1/alerts?webhook_id=${webhook.webhook_id}`,
    );
    const resolved_by = name && `${name} (via ${webhook.name})`;
    expect(body.results).toMatchObject([{ state: 'RESOLVED', resolved_reason: 'RECOVERY', resolved_by }]);
    const { body: timeline } = await subject.call<{ results: readonly Fields[] }>(
      'GET',
      `/monitoring/v1/alert/${String(body.results[0]?.['alert_id'])}/timeline`,
    );
    expect(JSON.stringify(timeline.results)).toContain(
      resolved_by === null ? 'reported the recovery' : `Resolved by ${resolved_by}`,
    );
    // A second recovery changes nothing.
    await subject.call('POST', pathname, { body: recovery(), headers: { prefer: 'wait=10' } });
  }
});
