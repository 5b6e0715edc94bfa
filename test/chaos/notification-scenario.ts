import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DOMAIN, type SenderName } from './payloads.js';
import { query } from './query.js';
import type { Receiver } from './receiver.js';
import type { Testbed } from './testbed.js';
import { requestWithRetry, subscribeReceiver } from './testbed-requests.js';

const PROTOCOL = 'webhook';
const UNLIMITED = -1;
/** Milliseconds. */
const STALL_TIMEOUT_MS = 60_000;

/** A subscription and the changes that it matches. */
export interface ExpectedSubscription {
  readonly subscription_id: string;
  readonly receiver: Receiver;
  /** The path of its address. */
  readonly path: string;
  /** Kinds of changes; `undefined` means all. */
  readonly kinds: readonly string[] | undefined;
  /** Webhooks. */
  readonly webhooks: readonly string[];
  /** Severities of the alerts; `undefined` means all. */
  readonly severities?: readonly string[] | undefined;
}

interface SubscriptionSpec {
  readonly name: string;
  readonly kinds?: readonly string[];
  readonly senders?: readonly SenderName[];
}

/** The subscriptions to create, assigned to the receivers in turn. */
const SUBSCRIPTION_SPECS: readonly SubscriptionSpec[] = [
  { name: 'everything' },
  { name: 'all', kinds: ['opened', 'escalated', 'resolved', 'reopened', 'acknowledged', 'unacknowledged'] },
  { name: 'one', senders: ['Icinga'] },
  { name: 'some', senders: ['Alertmanager', 'Datadog', 'Grafana'], kinds: ['opened', 'resolved'] },
];

/** The steps of the escalation, as seconds after the alert and the name of the subscription that is told. */
const STEPS = [
  [0, 'first-step'],
  [10, 'second-step'],
] as const;

/** Creates the subscriptions, an escalation, and a quota whose limit changes in each round. */
export class NotificationScenario {
  /** Descriptions of exceeded limits. */
  readonly exceededLimits: string[] = [];
  private limit = UNLIMITED;
  /** The units that were used when the limit was set. */
  private usedWhenSet = 0;

  private constructor(
    private readonly testbed: Testbed,
    readonly subscriptions: readonly ExpectedSubscription[],
    private readonly quota_id: string,
  ) {}

  /** The paths of the receivers of steps. */
  readonly stepPaths: ReadonlySet<string> = new Set(STEPS.map(([, name]) => `/${name}`));

  static async start(testbed: Testbed): Promise<NotificationScenario> {
    const webhooks = await readWebhookIds(testbed);
    const subscriptions: ExpectedSubscription[] = [];
    for (const [index, { name, kinds, senders }] of SUBSCRIPTION_SPECS.entries()) {
      const receiver = testbed.receivers[index % testbed.receivers.length] as Receiver;
      const ids = senders?.map((sender) => webhooks.get(sender) ?? '') ?? [...webhooks.values()];
      const subscription_id = await subscribeReceiver(testbed, receiver, {
        ...{ domain_id: DOMAIN, name },
        ...(kinds && { kinds: kinds.map((kind) => `alert.${kind}`) }),
        ...(senders && { filter: [{ k: 'webhook_id', v: ids, o: 'in' }] }),
      });
      subscriptions.push({ subscription_id, receiver, path: `/${name}`, kinds, webhooks: ids });
    }
    const { quota_id } = await requestWithRetry<{ quota_id: string }>(
      testbed,
      'POST',
      'notification/v1/quotas',
      {
        ...{ domain_id: DOMAIN, protocol_id: PROTOCOL, limit: { day: UNLIMITED } },
      },
    );
    await escalate(testbed, webhooks.get('Grafana') ?? '');
    return new NotificationScenario(testbed, subscriptions, quota_id);
  }

  /** Sets another limit: none, one that is mostly used up, or one that is almost exhausted. */
  async startRound(random: () => number): Promise<void> {
    const used = await this.checkLimit();
    const dice = random();
    if (dice < 0.4) await this.setLimit(UNLIMITED);
    else if (dice < 0.75) await this.setLimit(Math.max(used + 300, Math.ceil(used * 1.1)));
    else await this.setLimit(used + 20);
    await makeNotificationsDue(this.testbed.databaseUrl);
  }

  /** Waits until all notifications are sent. @throws when there is no progress */
  async waitUntilSent(): Promise<void> {
    await this.checkLimit();
    await this.setLimit(UNLIMITED);
    const { databaseUrl } = this.testbed;
    let previous = '';
    for (let deadline = Date.now() + STALL_TIMEOUT_MS, idle = 0; idle < 5; await sleep(1_000)) {
      await makeNotificationsDue(databaseUrl);
      const [row] = await query<{ waiting: number; sent: number }>(
        databaseUrl,
        `select (select count(*)::int from notification_lane) + (
             select count(*)::int from escalation_run where ended_at is null and held is null and next_at is not null
           ) + (
             -- A domain whose changes failed, as they do while the database is away, is read after a pause.
             select count(*)::int from notification_cursor read where exists (
               select from alert_change c where c.domain_id = read.domain_id and (c.xid, c.index) >= (read.xid, read.index))
           ) as waiting,
           (select count(*)::int from notification where state = 'SENT') as sent`,
      );
      const { waiting = 0, sent = 0 } = row ?? {};
      const current = `${waiting} ${sent}`;
      idle = waiting === 0 && current === previous ? idle + 1 : 0;
      if (current !== previous) deadline = Date.now() + STALL_TIMEOUT_MS;
      previous = current;
      if (Date.now() > deadline)
        throw new Error(`${waiting} alerts or domains still have something to be told`);
    }
  }

  /** Records whether the limit was exceeded. Returns the used units. */
  private async checkLimit(): Promise<number> {
    const used = await readUsedUnits(this.testbed.databaseUrl);
    const maximum = Math.max(this.limit, this.usedWhenSet);
    if (this.limit !== UNLIMITED && used > maximum) this.exceededLimits.push(`${used} of ${maximum} units`);
    return used;
  }

  private async setLimit(day: number): Promise<void> {
    await requestWithRetry(this.testbed, 'PUT', `notification/v1/quota/${this.quota_id}`, {
      domain_id: DOMAIN,
      limit: { day },
    });
    this.limit = day;
    this.usedWhenSet = await readUsedUnits(this.testbed.databaseUrl);
  }
}

/** Lets the alerts of a webhook escalate. Who is told that nobody was reached wants to know nothing else. */
async function escalate(testbed: Testbed, webhook_id: string): Promise<void> {
  const subscribe = (at: number, name: string, terms: object) =>
    subscribeReceiver(testbed, testbed.receivers[at % testbed.receivers.length] as Receiver, {
      ...{ domain_id: DOMAIN, name },
      ...terms,
    });
  const steps = [];
  for (const [at, [after, name]] of STEPS.entries())
    steps.push({ after, subscriptions: [await subscribe(at, name, { trigger: 'ESCALATION' })] });
  await requestWithRetry(testbed, 'POST', 'notification/v1/escalations', {
    ...{ domain_id: DOMAIN, name: 'steps', steps },
    filter: [{ k: 'webhook_id', v: webhook_id, o: 'eq' }],
    fallback: await subscribe(STEPS.length, 'nobody', { kinds: ['quota.exhausted'] }),
  });
}

async function readWebhookIds(testbed: Testbed): Promise<ReadonlyMap<string, string>> {
  const { results } = await requestWithRetry<{ results: readonly { name: string; webhook_id: string }[] }>(
    testbed,
    'GET',
    `monitoring/v1/webhooks?domain_id=${DOMAIN}`,
  );
  return new Map(results.map(({ name, webhook_id }) => [name, webhook_id]));
}

/**
 * Makes all waiting notifications due, as if minutes had passed: retries start and digests are sent. Attempts in flight are
 * not affected.
 */
async function makeNotificationsDue(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    `with due as (
       select subscription_id, subject_id from notification_lane
       where attempt_id is null and next_attempt_at > clock_timestamp() and next_attempt_at < 'infinity'
       for update skip locked
     )
     update notification_lane lane set next_attempt_at = clock_timestamp()
     from due where lane.subscription_id = due.subscription_id and lane.subject_id = due.subject_id`,
  );
  await query(
    databaseUrl,
    `update subscription_health set probe_at = clock_timestamp() where probe_at > clock_timestamp()`,
  );
  await query(
    databaseUrl,
    `update notification_hold set digest_at = clock_timestamp(), look_at = clock_timestamp()
     where look_at > clock_timestamp()`,
  );
}

/** Reads the used units under the lock of the quota, so that every consumption under the previous limit has been committed. */
async function readUsedUnits(databaseUrl: string): Promise<number> {
  const lock = hash('sha256', `quota ${DOMAIN} ${PROTOCOL}`, 'buffer').readBigInt64BE();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const { rows } = await client.query<{ used: number }>(
      `select coalesce(sum(consumed), 0)::int as used from quota_usage
       where domain_id = '${DOMAIN}' and protocol_id = '${PROTOCOL}'`,
    );
    return rows[0]?.used ?? 0;
  } finally {
    await client.end();
  }
}
