import { startWorker, type AppUnderTest } from '#test/processes.js';
import { until } from '#test/client.js';
import { sql } from '#test/sql.js';
import { newId } from '#shared/kernel/ids.js';
import { startApi, type ApiResponse, type ApiUnderTest } from './api-under-test.js';
import { parseOperations, type ApiDocument, type DocumentedOperation } from './operations.js';

/** An address for documentation (RFC 5737) that only the API allows, not the worker, so that nothing is sent. */
const ALLOWED = '192.0.2.1';

/** The ids of one record of each kind, by the name of the id. */
export type Records = Readonly<Record<string, string>>;

/** A domain, with the key of an ADMIN and a record of every kind. */
export interface Domain {
  readonly domain_id: string;
  readonly key: string;
  readonly records: Records;
}

/** What is read or refused is written within 20 seconds. */
const WITHOUT_BUFFERED = `where action <> all('{read_access_key,access_denied,authentication_failed}')`;

/** An API with two separate domains, and a record of every kind in each. */
export class AttackTarget {
  private constructor(
    readonly api: ApiUnderTest,
    private readonly worker: AppUnderTest,
    readonly operations: readonly DocumentedOperation[],
    readonly mine: Domain,
    readonly theirs: Domain,
  ) {}

  static async start(): Promise<AttackTarget> {
    const api = await startApi({ NOTIFICATION_ALLOW: ALLOWED });
    const worker = await startWorker({ databaseUrl: api.databaseUrl });
    const document = (await api.call<ApiDocument>('GET', '/docs/openapi.json')).body;
    const [mine, theirs] = [await populate(api, 'mine'), await populate(api, 'theirs')];
    return new AttackTarget(api, worker, parseOperations(document), mine, theirs);
  }

  /** Fills one more domain with a record of every kind. */
  addDomain(domain_id: string): Promise<Domain> {
    return populate(this.api, domain_id);
  }

  async close(): Promise<void> {
    await this.worker.kill();
    await this.api.close();
  }

  /** Returns the path of an operation with the ids of these records. An id that is not among them is of no record. */
  createPath({ template, ids }: DocumentedOperation, records: Records): string {
    return Object.entries(ids).reduce(
      (url, [name, kind]) =>
        url.replace(`{${name}}`, encodeURIComponent(records[name] ?? (kind ? newId(kind) : 'direct'))),
      template,
    );
  }

  /** Returns all stored data that a rejected request could have changed. */
  async readTables(): Promise<unknown> {
    const tables = [
      'api_key',
      'session',
      'webhook',
      'webhook_cursor',
      'verification',
      'quota',
      'quota_usage',
      'heartbeat',
      'subscription',
      'silence',
      'slack_app',
      'inhibition',
      'on_call',
      'escalation',
    ];
    const moreTables = ['quota_consumption', 'idempotency_key', 'audit_log', 'event', 'alert', 'quarantine'];
    const contents = [...tables, ...moreTables].map((table) => {
      const row = `to_jsonb(t) - 'last_accessed_at' - 'seeded_for'`;
      return `select '${table}' as name, count(*), md5(string_agg(md5((${row})::text), '' order by md5((${row})::text)))
        from ${table} t ${table === 'audit_log' ? WITHOUT_BUFFERED : ''}`;
    });
    return sql(this.api.databaseUrl, contents.join(' union all '));
  }
}

async function populate(api: ApiUnderTest, domain_id: string): Promise<Domain> {
  const headers = { 'x-requested-with': 'test' };
  const post = async (path: string, body: object) =>
    (await api.call('POST', path, { body: { domain_id, ...body }, headers })).body;
  const apiKey = await post('/identity/v1/api-keys', { user_id: 'u' });
  const session = await post('/identity/v1/session', { api_key: apiKey.api_key });
  const webhook = await post('/monitoring/v1/webhooks', {
    name: 'w',
    project_id: 'p',
    plugin_info: { plugin_id: 'direct' },
  });
  const quota = await post('/notification/v1/quotas', { protocol_id: 'sms', limit: { day: 1000 } });
  await post('/notification/v1/quotas/consume', { protocol_id: 'sms', amount: 1 });
  const subscription = await post('/notification/v1/subscriptions', {
    name: 's',
    protocol_id: 'webhook',
    options: { url: `https://${ALLOWED}/alerts` },
  });
  const replay = await post(`/monitoring/v1/webhook/${String(webhook.webhook_id)}/replay`, {
    from: new Date(Date.now() - 60_000),
    to: new Date(),
  });
  const heartbeat = `/monitoring/v1/webhook/${String(webhook.webhook_id)}/heartbeat/backup`;
  await api.call('PUT', heartbeat, { body: { domain_id, expect_every: '1d' } });
  const eventUrl = new URL(String(webhook.webhook_url)).pathname;
  await api.call('POST', eventUrl, { body: { event_key: 'disk', title: `Disk of ${domain_id} full` } });
  const { body } = await until<ApiResponse<{ results: { event_id: string; alert_id: string }[] }>>(
    () => api.call('GET', `/monitoring/v1/events?domain_id=${domain_id}`),
    (response) => response.body.results.length === 1,
  );
  const { body: notified } = await until<ApiResponse<{ results: { notification_id: string }[] }>>(
    () => api.call('GET', `/notification/v1/notifications?domain_id=${domain_id}`),
    (response) => response.body.results.length === 1,
  );
  const notification = `/notification/v1/notification/${notified.results[0]?.notification_id}?domain_id=${domain_id}`;
  await until<ApiResponse<{ attempts: unknown[] }>>(
    () => api.call('GET', notification),
    (response) => response.body.attempts.length === 1,
  );
  // Disabled after the attempt, so that pending notifications are not sent and no row changes by itself.
  await api.call('PUT', `/notification/v1/subscription/${String(subscription.subscription_id)}/disable`, {
    body: { domain_id },
  });
  const receipt = await api.call('POST', eventUrl, { body: { title: {} } });
  await until<ApiResponse<{ results: unknown[] }>>(
    () => api.call('GET', `/monitoring/v1/quarantine?domain_id=${domain_id}`),
    (response) => response.body.results.length === 1,
  );
  const silence = await post('/notification/v1/silences', {
    name: 's',
    filter: [],
    starts_at: 'now + 1h',
    ends_at: 'now + 2h',
    reason: 'r',
  });
  const slackApp = await post('/notification/v1/slack-apps', { name: 's', signing_secret: 's'.repeat(32) });
  const inhibition = await post('/notification/v1/inhibitions', {
    name: 'i',
    source: [{ k: 'rule', v: 'ClusterDown', o: 'eq' }],
    target: [{ k: 'severity', v: 'WARNING', o: 'eq' }],
  });
  const onCall = await post('/notification/v1/on-call', {
    ...{ name: 's', timezone: 'UTC', rotation: { shift: '1d', handoff: { time: '09:00' } } },
    members: [{ name: 'm', subscription_id: subscription.subscription_id }],
  });
  const [step, fallback] = [
    await post('/notification/v1/subscriptions', {
      ...{ name: 'step', protocol_id: 'webhook', trigger: 'ESCALATION' },
      options: { url: `https://${ALLOWED}/steps` },
    }),
    await post('/notification/v1/subscriptions', {
      ...{ name: 'fallback', protocol_id: 'webhook', trigger: 'ESCALATION' },
      options: { url: `https://${ALLOWED}/fallback` },
    }),
  ];
  const escalation = await post('/notification/v1/escalations', {
    ...{ name: 'e', filter: [{ k: 'title', v: 'nothing', o: 'eq' }], fallback: fallback.subscription_id },
    steps: [{ after: 0, subscriptions: [step.subscription_id] }],
  });
  const resend = await post('/notification/v1/notifications/resend', {
    query: { filter: [{ k: 'title', v: 'nothing', o: 'eq' }] },
  });
  for (const path of [
    `/monitoring/v1/replay/${replay.replay_id}`,
    `/notification/v1/resend/${resend.resend_id}`,
  ])
    await until<ApiResponse<{ state: string }>>(
      () => api.call('GET', `${path}?domain_id=${domain_id}`),
      (response) => response.body.state === 'DONE',
    );
  const notes = `/monitoring/v1/alert/${String(body.results[0]?.alert_id)}/notes`;
  const note = await post(notes, { text: 'a note' });
  const records = {
    api_key_id: apiKey.api_key_id,
    session_id: session.session_id,
    webhook_id: webhook.webhook_id,
    access_key: webhook.access_key,
    replay_id: replay.replay_id,
    name: 'backup',
    quota_id: quota.quota_id,
    subscription_id: subscription.subscription_id,
    silence_id: silence.silence_id,
    slack_app_id: slackApp.slack_app_id,
    inhibition_id: inhibition.inhibition_id,
    on_call_id: onCall.on_call_id,
    escalation_id: escalation.escalation_id,
    notification_id: notified.results[0]?.notification_id,
    resend_id: resend.resend_id,
    protocol_id: 'webhook',
    /** Of the delivery in quarantine. */
    delivery_id: receipt.body.delivery_id,
    event_id: body.results[0]?.event_id,
    alert_id: body.results[0]?.alert_id,
    note_id: note.note_id,
  };
  return { domain_id, key: String(apiKey.api_key), records: records as Records };
}
