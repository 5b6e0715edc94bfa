import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RemoteService } from '../../libs/monitoring/test/remote-service.js';
import { call, until, type CreatedWebhook } from '../client.js';
import { rootApiKey, type AppUnderTest } from '../processes.js';
import { sql } from '../sql.js';
import { CHAT_SECRETS, listChatReceivers } from './chat-receivers.js';

/** Secrets as users would give them, invented for the test. */
export const SECRETS = {
  'signing secret': 'the-signing-secret-of-a-sender-31',
  'secret of a remote plugin': `whsec_${Buffer.from('the secret of a remote plugin').toString('base64')}`,
  "token in a remote plugin's URL": 'hook-token-of-a-remote-plugin',
  'a wrong API key': 'tocsin_wrongwrongwrongwrongwrongwrongwrongwrong12345',
  'a wrong access key': 'wrongwrongwrongwrongwrongwrong99',
  "a sender's authorization": 'authorization-of-a-sender-4711',
  "a sender's cookie": 'cookie-of-a-sender-4711',
  'a key in the query': 'key-in-the-query-of-a-sender',
  'a key in a path': 'key-in-a-path-that-is-not-there',
  'a key in a request that is no HTTP': 'key-in-a-broken-request-line',
  "a token in a receiver's header": 'token-of-a-receiver-of-notifications-1',
  "a password in a receiver's header": 'password/of+a receiver-of-notifications',
  'a routing key': 'RoutingKeyOfPagerDuty01234567890',
  'a key of Opsgenie': 'a4711b0e-key-of-opsgenie-08155e0f',
  ...CHAT_SECRETS,
  'a password in an alarm': 'password-in-an-alarm-0815',
  'a password in a broken body': 'password-in-a-broken-body-0815',
  'a password in a broken request': 'password-in-a-broken-request-0815',
} as const;

/** A request, and the id and domain that its log line must have. */
export interface ExpectedLogLine {
  readonly request_id: string;
  readonly domain: string | undefined;
}

export interface TrafficTargets {
  readonly api: AppUnderTest;
  readonly databaseUrl: string;
  readonly remote: RemoteService;
  /** A token of the issuer for domain d2. */
  readonly token: string;
}

type Headers = Readonly<Record<string, string>>;

/** Sends all kinds of requests with keys and secrets, and records the secrets and the expected log lines. */
export class Traffic {
  readonly secrets: Record<string, string> = { ...SECRETS };
  readonly expected: ExpectedLogLine[] = [];
  private count = 0;
  private subscriptionCount = 0;

  constructor(private readonly sites: TrafficTargets) {}

  async run(): Promise<void> {
    const key = await this.createKeys();
    await this.createSubscriptions(key);
    const webhooks = await this.createWebhooks(key);
    await this.sendDeliveries(webhooks);
    await this.waitForNotifications();
    await this.sendRejected(key, webhooks[0]);
    await this.breakConnections(key, webhooks[0]);
  }

  /** Sends a request and records its expected log line. */
  private async send<T = Record<string, string>>(
    domain: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Headers = bearer(rootApiKey),
  ) {
    this.count += 1;
    const request_id = `traffic-${this.count}`;
    this.expected.push({ request_id, domain });
    return call<T>(method, this.sites.api.url + path, body, { ...headers, 'x-request-id': request_id });
  }

  private async createKeys(): Promise<string> {
    const path = '/identity/v1/api-keys';
    const { body } = await this.send('d1', 'POST', path, { user_id: 'u', domain_id: 'd1' });
    const first = String(body['api_key']);
    const at = `/identity/v1/api-key/${body['api_key_id']}`;
    const rotated = await this.send(
      'd1',
      'PUT',
      `${at}/rotate`,
      {},
      { ...bearer(first), 'idempotency-key': 'once' },
    );
    const second = String(rotated.body['api_key']);
    Object.assign(this.secrets, { 'API key': first, 'rotated API key': second });
    // The status is not checked: the old key may still be in the cache for a second.
    await call('GET', `${this.sites.api.url}${path}`, undefined, bearer(first));
    await this.send('d1', 'GET', `${path}?api_key=${second}`, undefined, bearer(second));
    const search = { query: { filter: [{ k: 'api_key', v: second, o: 'eq' }] } };
    await this.send('d1', 'POST', `${path}/search`, search, bearer(second));
    await this.send('d2', 'GET', '/monitoring/v1/webhooks', undefined, bearer(this.sites.token));
    const issued = await this.send('d1', 'POST', '/monitoring/v1/stream-token', {}, bearer(second));
    const token = String(issued.body['token']);
    this.secrets['stream token'] = token;
    // Invalid requests with a token: the response of a valid one, a stream, would not end.
    await this.send('d1', 'GET', `/monitoring/v1/events/stream?token=${token}&unknown=1`, undefined, {});
    await this.send(undefined, 'GET', `/monitoring/v1/event/stream/x?token=${token}`, undefined, {});
    await this.send(
      'd1',
      'POST',
      '/notification/v1/quotas',
      { protocol_id: 'sms', limit: { day: 5 } },
      bearer(second),
    );
    return second;
  }

  /** Creates subscriptions whose receiver fails and repeats the request in its response. */
  private async createSubscriptions(key: string): Promise<void> {
    const { url } = this.sites.remote;
    const basic = Buffer.from(`operator:${SECRETS["a password in a receiver's header"]}`).toString('base64');
    const headers = {
      Authorization: `Basic ${basic}`,
      'x-api-key': SECRETS["a token in a receiver's header"],
    };
    const all: readonly (readonly [string, object])[] = [
      ['webhook', { url, headers }],
      ['pagerduty', { routing_key: SECRETS['a routing key'], url }],
      ['opsgenie', { api_key: SECRETS['a key of Opsgenie'], api_url: url }],
      ...listChatReceivers(url),
    ];
    for (const [protocol_id, options] of all) {
      const body = { name: crypto.randomUUID(), protocol_id, options };
      const path = '/notification/v1/subscription';
      const made = await this.send('d1', 'POST', `${path}s`, body, bearer(key));
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      this.subscriptionCount += 1;
      const { signing_secret: secret, subscription_id } = made.body;
      if (secret) this.secrets['signing secret of a subscription'] = secret;
      await this.send('d1', 'POST', `${path}/${subscription_id}/verify`, {}, bearer(key));
    }
  }

  /** Waits until every subscription has attempted a notification. */
  private async waitForNotifications(): Promise<void> {
    await until(
      () =>
        sql<{ told: number }>(
          this.sites.databaseUrl,
          `select count(distinct subscription_id)::int as told from notification where attempt_count > 0`,
        ),
      ([row]) => row?.told === this.subscriptionCount,
    );
  }

  private async createWebhooks(key: string): Promise<readonly CreatedWebhook[]> {
    const create = async (name: string, rest: object) => {
      const body = { name, project_id: 'p', ...rest };
      const made = await this.send<CreatedWebhook & { access_key: string }>(
        'd1',
        'POST',
        '/monitoring/v1/webhooks',
        body,
        bearer(key),
      );
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      this.secrets[`access key of ${name}`] = made.body.access_key;
      return { ...made.body, path: new URL(made.body.webhook_url).pathname };
    };
    const { 'signing secret': signing, 'secret of a remote plugin': secret } = SECRETS;
    const url = `${this.sites.remote.url}/${SECRETS["token in a remote plugin's URL"]}`;
    const mapping = { fields: { event_key: '$error("it fails: " & note)', title: 'title' } };
    const made = [
      await create('direct', { plugin_info: { plugin_id: 'direct' } }),
      await create('signed', {
        plugin_info: { plugin_id: 'direct' },
        settings: { signature: { scheme: 'GITHUB', secrets: [signing] } },
      }),
      await create('remote', { plugin_info: { plugin_id: 'http', options: { url, secret } } }),
      await create('mapping', { plugin_info: { plugin_id: 'mapping', options: mapping } }),
    ];
    for (const { webhook_id } of made) {
      const path = `/monitoring/v1/webhook/${webhook_id}/plugin/verify`;
      await this.send('d1', 'POST', path, {}, { ...bearer(key), prefer: 'wait=10' });
    }
    const rotate = `/monitoring/v1/webhook/${made[0]?.webhook_id}/access-key/rotate`;
    const { body } = await this.send('d1', 'PUT', rotate, { grace_seconds: 60 }, bearer(key));
    this.secrets['rotated access key'] = String(body['access_key']);
    return made;
  }

  private async sendDeliveries([direct, signed, remote, mapping]: readonly CreatedWebhook[]): Promise<void> {
    const alarm = { event_key: 'k', title: 'T', note: SECRETS['a password in an alarm'] };
    const text = JSON.stringify({ event_key: 'k', title: 'T' });
    const sent = {
      ...bearer(SECRETS["a sender's authorization"]),
      cookie: `session=${SECRETS["a sender's cookie"]}`,
      prefer: 'wait=5',
    };
    const signature = createHmac('sha256', SECRETS['signing secret']).update(text).digest('hex');
    const query = `?api_key=${SECRETS['a key in the query']}`;
    await this.send('d1', 'POST', `${direct?.path}${query}`, { event_key: 'k', title: 'T' }, sent);
    await this.send('d1', 'POST', `${direct?.path}/more`, { data: [1, 'no alarm', alarm] }, sent);
    await this.send('d1', 'POST', signed?.path ?? '', text, {
      ...sent,
      'x-hub-signature-256': `sha256=${signature}`,
    });
    await this.send('d1', 'POST', signed?.path ?? '', text, { ...sent, 'x-hub-signature-256': 'sha256=00' });
    await this.send('d1', 'POST', mapping?.path ?? '', alarm, sent);
    await this.send('d1', 'POST', remote?.path ?? '', alarm, { ...sent, prefer: 'wait=1' });
    const broken = `{"password":"${SECRETS['a password in a broken body']}"`;
    await this.send('d1', 'POST', direct?.path ?? '', broken, sent);
  }

  private async sendRejected(key: string, direct: CreatedWebhook | undefined): Promise<void> {
    const wrongPath = (direct?.path ?? '').replace(
      /[^/]+\/events$/,
      `${SECRETS['a wrong access key']}/events`,
    );
    await this.send(undefined, 'POST', wrongPath, {}, {});
    await this.send(
      undefined,
      'GET',
      '/monitoring/v1/webhooks',
      undefined,
      bearer(SECRETS['a wrong API key']),
    );
    const basic = Buffer.from(`operator:${rootApiKey}`).toString('base64');
    await this.send(undefined, 'GET', '/docs/openapi.json', undefined, { authorization: `Basic ${basic}` });
    const nowhere = `/nowhere/${SECRETS['a key in a path']}?token=${SECRETS['a key in a path']}`;
    await this.send(undefined, 'GET', nowhere, undefined, bearer(key));
    await call('POST', `${this.sites.api.url}${direct?.path}/%zz`, {}, {});
    const { 'a password in a broken request': password } = SECRETS;
    await this.send('d1', 'POST', '/monitoring/v1/webhooks', `{"name":"${password}`, bearer(key));
    await this.send('d1', 'POST', '/monitoring/v1/webhooks', { [password]: password }, bearer(key));
    await this.send(undefined, 'DELETE', `/monitoring/v1/webhooks?key=${password}`, undefined, bearer(key));
    await sendRaw(
      this.sites.api.url,
      `GET /${SECRETS['a key in a request that is no HTTP']} HTTP/9.9\r\n\r\n`,
    );
    await sendRaw(this.sites.api.url, `\u0000${SECRETS['a key in a request that is no HTTP']}\r\n\r\n`);
  }

  /** Breaks the connections of statements that contain secrets. */
  private async breakConnections(key: string, direct: CreatedWebhook | undefined): Promise<void> {
    const lock = new pg.Client({ connectionString: this.sites.databaseUrl });
    await lock.connect();
    await lock.query('begin; lock table webhook, api_key, delivery_segment in access exclusive mode');
    const asked = [
      call('POST', `${this.sites.api.url}/identity/v1/api-keys`, { user_id: 'u', domain_id: 'd1' }),
      call(
        'POST',
        `${this.sites.api.url}/monitoring/v1/webhooks`,
        {
          name: 'lost',
          project_id: 'p',
          plugin_info: { plugin_id: 'direct' },
          settings: { signature: { scheme: 'GITHUB', secrets: [SECRETS['signing secret']] } },
        },
        bearer(key),
      ),
      call(
        'POST',
        `${this.sites.api.url}${direct?.path}`,
        { event_key: 'k', title: SECRETS['a password in an alarm'] },
        {},
      ),
    ];
    await sleep(700);
    await sql(
      this.sites.databaseUrl,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid not in (pg_backend_pid(), $1)',
      [(await lock.query<{ pid: number }>('select pg_backend_pid() pid')).rows[0]?.pid],
    );
    await lock.query('rollback');
    await lock.end();
    await Promise.all(asked);
    await until(
      () => call('GET', `${this.sites.api.url}/health/ready`, undefined, {}),
      ({ status }) => status === 200,
    );
  }
}

function bearer(key: string): Headers {
  return { authorization: `Bearer ${key}` };
}

function sendRaw(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(text));
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.resume();
  });
}
