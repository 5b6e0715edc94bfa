import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { Encryption } from '#shared/platform/encryption.js';
import { IngestPool, QueryPool } from '#shared/platform/persistence/pools.js';
import {
  AcknowledgeAlert,
  UnacknowledgeAlert,
  ResolveAlert,
  FollowReceiver,
} from '../libs/monitoring/src/alerts/application/change-alerts.js';
import {
  AcknowledgeAlertHandler,
  AlertDecisions,
  UnacknowledgeAlertHandler,
} from '../libs/monitoring/src/alerts/infrastructure/acknowledge-alerts.handler.js';
import { FollowReceiverHandler } from '../libs/monitoring/src/alerts/infrastructure/follow-receiver.handler.js';
import { AlertLock } from '../libs/monitoring/src/alerts/infrastructure/locked-alert.js';
import { EngineAlertQueries } from '../libs/monitoring/src/alerts/infrastructure/engine-alert-queries.js';
import { PostgresAlertOutbox } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-outbox.js';
import {
  AlertResolutions,
  ResolveAlertHandler,
} from '../libs/monitoring/src/alerts/infrastructure/resolve-alerts.handler.js';
import type { AlertActions } from '#monitoring/contracts/alert-actions.js';
import { FeedHorizon } from '../libs/monitoring/src/feed/feed-horizon.js';
import { ProcessDeliveries } from '../libs/monitoring/src/processing/application/process-deliveries.js';
import { createPipeline, posted, type Pipeline } from '../libs/monitoring/test/pipeline.js';
import { floorsOf } from '../libs/monitoring/test/retention.js';
import { ClaimRotation } from '../libs/notification/src/delivery/domain/claim-rotation.js';
import { ChangeFanOut } from '../libs/notification/src/delivery/infrastructure/change-fan-out.js';
import { ChangeMatcher } from '../libs/notification/src/delivery/infrastructure/change-matcher.js';
import { PostgresAttemptLog } from '../libs/notification/src/delivery/infrastructure/postgres-attempt-log.js';
import { InboundCounters } from '../libs/notification/src/inbound/application/inbound-counters.js';
import {
  TakeInboundWebhook,
  TakeInboundWebhookHandler,
} from '../libs/notification/src/inbound/application/take-inbound-webhook.js';
import { PostgresInboundStore } from '../libs/notification/src/inbound/infrastructure/postgres-inbound-store.js';
import { createOpsgenieProtocol } from '../libs/notification/src/protocols/opsgenie/protocol.js';
import type { OutgoingHttp } from '../libs/notification/src/protocols/outgoing-http.js';
import { createPagerDutyProtocol } from '../libs/notification/src/protocols/pagerduty/protocol.js';
import { ProtocolRegistry } from '../libs/notification/src/protocols/protocol-registry.js';
import { DefaultQuota } from '../libs/notification/src/quotas/domain/default-quota.js';
import { TestClock } from '../libs/notification/test/quotas.js';
import { hashAccessKey } from '#shared/kernel/access-key.js';
import { until } from './client.js';
import { WEBHOOK_SECRET } from './inbound-webhooks.js';
import { MirroredReceivers, type Deed, type Emitted } from './mirrored-receivers.js';
import { createQueryEngine } from './query-engine.js';

let pipeline: Pipeline;
let pool: QueryPool;
let ingest: IngestPool;
let fanOut: ChangeFanOut;
let log: PostgresAttemptLog;
let inbound: TakeInboundWebhookHandler;
/** Those of the world that was opened last. */
let receivers: MirroredReceivers;
let registry: ProtocolRegistry;

/** Starts monitoring and notification on a database of their own, without the apps. */
export async function startWorld(): Promise<void> {
  pipeline = await createPipeline();
  const connectionString = pipeline.database.url;
  pool = new QueryPool({ connectionString, max: 8 });
  ingest = new IngestPool({ connectionString, max: 4 });
  for (const each of [pool, ingest]) each.on('error', () => undefined);
  const http = {
    refusal: async () => undefined,
    hostRefusal: () => undefined,
    post: (...request: Parameters<OutgoingHttp['post']>) => receivers.http.post(...request),
  } as unknown as OutgoingHttp;
  const { perSecond: _, ...pagerDuty } = createPagerDutyProtocol(http);
  registry = new ProtocolRegistry([pagerDuty, createOpsgenieProtocol(http)]);
  const encryption = new Encryption({ encryptionKey: randomBytes(32), oldEncryptionKey: null });
  const outbox = new PostgresAlertOutbox(pool, new FeedHorizon(pool));
  const matcher = new ChangeMatcher(new EngineAlertQueries(createQueryEngine(pool)), registry);
  fanOut = new ChangeFanOut(ingest, outbox, matcher, { url: 'https://t.example', isSet: true }, { days: 30 });
  const clock = new TestClock();
  clock.time = new Date();
  log = new PostgresAttemptLog(pool, encryption, clock, new DefaultQuota({}), registry);
  const follower = new FollowReceiverHandler(new AlertLock(...lockParts()));
  const alerts: Pick<AlertActions, 'follow'> = {
    follow: (scope, alert_id, act) => follower.execute(new FollowReceiver(scope, alert_id, act)),
  };
  inbound = new TakeInboundWebhookHandler(
    new PostgresInboundStore(pool, encryption),
    registry,
    alerts as AlertActions,
    new InboundCounters(),
  );
}

export async function stopWorld(): Promise<void> {
  await Promise.all([pool, ingest].map((each) => each.end()));
  await pipeline.close();
}

const lockParts = () => [pipeline.pool, floorsOf(), pipeline.wakeUps] as const;

/** One alert that both receivers are told of. */
export class World {
  /** What people did to the acknowledgement, with its time: the newest decides. */
  readonly acknowledgements: { readonly at: number; readonly acknowledged: boolean }[] = [];
  acts = 0;
  readonly receivers = receivers;
  private readonly delivered: Emitted[] = [];
  private mirrored = 0;

  private constructor(
    readonly domain_id: string,
    private readonly alert: { readonly uuid: string; readonly send: (severity: string) => Promise<void> },
    private readonly subscriptions: Readonly<Record<'pager' | 'genie', string>>,
  ) {}

  static async open(): Promise<World> {
    receivers = new MirroredReceivers();
    const domain_id = `d-${crypto.randomUUID()}`;
    await pool.query('delete from notification_cursor');
    const webhook = await pipeline.addWebhook('direct', domain_id);
    const subscriptions = {
      pager: await subscribe(domain_id, 'pagerduty', {
        ...{ routing_key: 'R'.repeat(32), url: 'https://pager.example/', webhook_secret: WEBHOOK_SECRET },
      }),
      genie: await subscribe(domain_id, 'opsgenie', { api_key: 'key', api_url: 'https://genie.example' }),
    };
    const { xid, index, at } = await new PostgresAlertOutbox(pool, new FeedHorizon(pool)).readStart();
    await pool.query('insert into notification_cursor (domain_id, xid, index, at) values ($1, $2, $3, $4)', [
      ...[domain_id, xid, index, at],
    ]);
    const send = async (severity: string) => {
      const body = { event_key: 'disk', title: 'Disk', severity };
      await pipeline.addSegment(webhook, [{ ...posted(body), received_at: new Date() }]);
      await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    };
    await send('WARNING');
    const { rows } = await pool.query<{ uuid: string }>(
      'select alert_id as uuid from alert where domain_id = $1',
      [domain_id],
    );
    const world = new World(domain_id, { uuid: rows[0]?.uuid ?? '', send }, subscriptions);
    await world.send();
    return world;
  }

  async read(): Promise<{ readonly state: string; readonly acknowledged: boolean }> {
    const text = 'select state, acknowledged from alert where alert_id = $1';
    const { rows } = await pool.query<{ state: string; acknowledged: boolean }>(text, [this.alert.uuid]);
    return rows[0] ?? { state: '', acknowledged: false };
  }

  /** Whatever happens, one millisecond after the other. */
  async actAt(receiver: 'pager' | 'genie', deed: Deed): Promise<void> {
    await sleep(2);
    receivers.act(receiver, deed, 'person');
    this.acts += 1;
  }

  async actHere(deed: Deed): Promise<void> {
    await sleep(2);
    this.acts += 1;
    const scope = { domain_id: this.domain_id, user_id: 'jane', role: 'MEMBER', root: false } as const;
    const id = formatId('alert', this.alert.uuid);
    const decisions = new AlertDecisions(...lockParts());
    if ((await this.read()).state === 'RESOLVED') return;
    if (deed === 'resolve')
      await new ResolveAlertHandler(new AlertResolutions(...lockParts())).execute(
        new ResolveAlert(scope, id, {}),
      );
    else {
      this.acknowledgements.push({ at: Date.now(), acknowledged: deed === 'acknowledge' });
      if (deed === 'acknowledge')
        await new AcknowledgeAlertHandler(decisions).execute(new AcknowledgeAlert(scope, id, {}));
      else await new UnacknowledgeAlertHandler(decisions).execute(new UnacknowledgeAlert(scope, id));
    }
  }

  async worsen(): Promise<void> {
    this.acts += 1;
    if ((await this.read()).state === 'OPEN') await this.alert.send('CRITICAL');
  }

  /** Delivers a webhook that was not delivered yet. */
  async deliver(choice: 'oldest' | 'newest'): Promise<boolean> {
    const left = receivers.emitted.filter((each) => !this.delivered.includes(each));
    const webhook = choice === 'oldest' ? left[0] : left.at(-1);
    if (webhook === undefined) return false;
    this.delivered.push(webhook);
    if (webhook.by !== 'service' && webhook.deed !== 'resolve')
      this.acknowledgements.push({ at: webhook.at, acknowledged: webhook.deed === 'acknowledge' });
    await this.post(webhook);
    return true;
  }

  /** Delivers the last one again, as its sender does if it got no answer. */
  async repeat(): Promise<void> {
    const last = this.delivered.at(-1);
    if (last !== undefined) expect((await this.post(last)).outcome).toBe('IGNORED');
  }

  /**
   * The third system does at the other receiver what was done at one, also by the service. Only its own acts it leaves alone: otherwise
   * two opposite ones would go round for ever, without the service.
   */
  async mirror(): Promise<boolean> {
    const seen = receivers.emitted[this.mirrored];
    if (seen === undefined) return false;
    await sleep(2);
    this.mirrored += 1;
    if (seen.by !== 'mirror') receivers.act(seen.from === 'pager' ? 'genie' : 'pager', seen.deed, 'mirror');
    return true;
  }

  /** Notifies receivers of all changes. Returns the number of messages. */
  async send(): Promise<number> {
    await until(
      async () => {
        await fanOut.run();
        const { rowCount } = await pool.query(
          `select from alert_change change join notification_cursor read using (domain_id)
           where (change.xid, change.index) >= (read.xid, read.index)`,
        );
        return rowCount;
      },
      (unread) => unread === 0,
      30_000,
    );
    let count = 0;
    const rotation = new ClaimRotation();
    for (let hasMore = true; hasMore;) {
      const { attempts, progress } = await log.claim(16, rotation.cursor, []);
      for (const claimed of attempts) count += await sendAttempt(claimed);
      hasMore = rotation.recordProgress(progress) || attempts.length > 0;
    }
    return count;
  }

  /** Lets everything happen that is left to happen. @throws if it does not come to an end */
  async rest(): Promise<void> {
    for (let round = 0; round < 15; round += 1) {
      let isQuiet = true;
      while (await this.mirror()) isQuiet = false;
      while (await this.deliver('oldest')) isQuiet = false;
      if ((await this.send()) > 0) isQuiet = false;
      if (isQuiet) return;
    }
    throw new Error('the systems answer each other without end');
  }

  async count(table: 'alert_change' | 'notification' | 'alert_note'): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where domain_id = $1`,
      [this.domain_id],
    );
    return rows[0]?.count ?? 0;
  }

  private post({ from, text, headers }: Emitted) {
    const id = formatId('subscription', this.subscriptions[from]);
    return inbound.execute(
      new TakeInboundWebhook(id, 'key', { body: Buffer.from(text), headers }, '192.0.2.1'),
    );
  }
}

type Claimed = Awaited<ReturnType<PostgresAttemptLog['claim']>>['attempts'][number];

async function sendAttempt(claimed: Claimed): Promise<number> {
  const at = new Date();
  const result = await registry.require(claimed.protocol_id).send({
    ...claimed,
    ...{ subscription_id: formatId('subscription', claimed.subscription_id), actions: [], at },
  });
  await log.settle([{ claimed, result, at, latency_ms: Date.now() - at.getTime() }]);
  return result.verdict.outcome === 'sent' ? 1 : 0;
}

async function subscribe(domain_id: string, protocol_id: string, options: object): Promise<string> {
  const subscription_id = newUuid(new Date());
  const kinds = ['opened', 'escalated', 'acknowledged', 'unacknowledged', 'resolved', 'reopened'];
  await pool.query(
    `insert into subscription (subscription_id, domain_id, name, state, protocol_id, options, kinds, filter, filter_or,
       active_since, created_at, updated_at, inbound_key_digest)
     values ($1, $2, $3, 'ENABLED', $3, $4, $5, '[]', '[]', now(), now(), now(), $6)`,
    [
      ...[subscription_id, domain_id, protocol_id, JSON.stringify(options)],
      ...[JSON.stringify(kinds.map((kind) => `alert.${kind}`)), hashAccessKey('key')],
    ],
  );
  await pool.query('insert into subscription_health (subscription_id, domain_id) values ($1, $2)', [
    ...[subscription_id, domain_id],
  ]);
  return subscription_id;
}
