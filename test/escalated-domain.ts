import { formatId, newUuid, parseId } from '#shared/kernel/ids.js';
import { PostgresAlertEscalations } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-escalations.js';
import { RunEscalations } from '../libs/notification/src/escalations/infrastructure/run-escalations.js';
import { ShowEscalations } from '../libs/notification/src/escalations/infrastructure/show-escalations.js';
import { WithdrawAcknowledgements } from '../libs/notification/src/escalations/infrastructure/withdraw-acknowledgements.js';
import { createInhibitedStore, ruleIs } from './inhibited-domain.js';

export interface EscalationFields {
  readonly rule?: string;
  readonly steps: readonly {
    readonly after: number;
    readonly subscriptions?: readonly string[];
    readonly on_call?: string;
  }[];
  readonly repeat?: { readonly times: number; readonly every: number };
  readonly until?: 'ACKNOWLEDGED' | 'RESOLVED';
  readonly acknowledged_for?: number;
  readonly fallback: string;
}

export interface ChangeFields {
  readonly severity?: string;
  readonly rule?: string;
  readonly by?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

const KINDS = [
  ...['opened', 'escalated', 'deescalated', 'acknowledged', 'unacknowledged', 'resolved', 'reopened'],
  'flapping',
].map((kind) => `alert.${kind}`);

/** Escalates alerts on a database of its own, with a clock that is held. Nothing is sent. */
export async function createEscalatedStore() {
  const store = await createInhibitedStore();
  const { pool, ingest, queries } = store;
  const alerts = new PostgresAlertEscalations(ingest);
  const publicUrl = { url: 'https://t.example', isSet: true };
  /** What the scheduler of a process does for escalations. */
  const createProcess = (from = ingest) => {
    const withdrawals = new WithdrawAcknowledgements(from, alerts);
    const steps = new RunEscalations(from, queries, publicUrl);
    return {
      execute: async (at: Date) => {
        for (const task of [withdrawals, steps, withdrawals]) await task.execute(at);
      },
    };
  };
  const escalations = createProcess();
  const shows = new ShowEscalations(ingest, alerts);

  const createDomain = async () => {
    const domain = await store.createDomain();
    const { domain_id } = domain;
    const webhook_id = crypto.randomUUID();
    await pool.query('insert into webhook_cursor (webhook_id, domain_id) values ($1, $2)', [
      webhook_id,
      domain_id,
    ]);
    const ids = new Map<string, string>();
    const start = Date.now();
    const names = new Map<string, string>();
    const idOf = (name: string) => ids.get(name) ?? '';

    /** Writes a change with its time, and what it makes of the alert. */
    const write = async (at: Date, name: string, kind: string, fields: ChangeFields = {}) => {
      if (kind === 'opened') ids.set(name, newUuid(at));
      const isOpen = kind !== 'resolved';
      const { severity = null, rule = 'target', by = 'jane', labels = {} } = fields;
      const acknowledged = kind === 'acknowledged' ? true : kind === 'unacknowledged' ? false : null;
      const { rows } = await pool.query<{ xid: string }>(
        `with changed as (
           insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, rule, labels,
             opened_at, last_received_at, event_count, duplicate_count)
           values ($1, $2, $3, 'p1', $4, 'OPEN', coalesce($5, 'ERROR'), $4, $6, $12, $9, $9, 1, 0)
           on conflict (domain_id, alert_id) do update set state = case when $7 then 'OPEN' else 'RESOLVED' end,
             resolved_at = case when $7 then null else $9::timestamptz end,
             resolved_reason = case when $7 then null else 'RECOVERY' end,
             severity = coalesce($5, alert.severity), last_received_at = $9,
             acknowledged = coalesce($8, alert.acknowledged),
             acknowledged_at = case when $8 then $9::timestamptz when not $8 then null else alert.acknowledged_at end,
             acknowledged_by = case when $8 then $11 when not $8 then null else alert.acknowledged_by end
           returning state, severity
         ), decided as (
           insert into alert_decision (domain_id, webhook_id, event_key, decided_at, decision_id, received_at, alert_id, acknowledged,
             actor)
           select $1, $3, $4, $9, gen_random_uuid(), $9, $2, $8, $11 where $8 is not null
         )
         insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity, actor, changed_at)
         select $1, $3, 'p1', $2, $10, case when $7 then 'OPEN' else 'RESOLVED' end, severity,
           case when $8 is null then null else $11 end, $9
         from changed returning xid::text`,
        [
          ...[domain_id, idOf(name), webhook_id, name, severity, rule, isOpen, acknowledged, at, kind, by],
          JSON.stringify(labels),
        ],
      );
      return rows[0]?.xid ?? '0';
    };

    return {
      ...{ domain_id, idOf, write, inhibit: domain.inhibit },
      fanOut: (xid: string) => store.fanOutAll(xid),
      change: async (at: Date, name: string, kind: string, fields?: ChangeFields) =>
        store.fanOutAll(await write(at, name, kind, fields)),
      subscribe: async (name: string, trigger = 'ESCALATION') => {
        // Ids in the order of their making, also within a millisecond: what is written together is in the order of ids.
        const uuid = newUuid(new Date(start + names.size));
        const id = formatId('subscription', uuid);
        names.set(uuid, name);
        await pool.query(
          `insert into subscription (subscription_id, domain_id, name, state, protocol_id, options, kinds, trigger, filter, filter_or,
             active_since, created_at, updated_at)
           values ($1, $2, $3, 'ENABLED', 'webhook', '{}', $4, $5, '[]', '[]', now() - interval '1 day', now(), now())`,
          [uuid, domain_id, name, JSON.stringify(KINDS), trigger],
        );
        return id;
      },
      escalate: async (name: string, fields: EscalationFields) => {
        const {
          rule = 'target',
          steps,
          repeat = null,
          until = 'ACKNOWLEDGED',
          acknowledged_for = null,
        } = fields;
        const { rows } = await pool.query<{ escalation_id: string }>(
          `insert into escalation (escalation_id, domain_id, name, filter, filter_or, steps, repeat, until, fallback,
             acknowledged_for, created_by, created_at, updated_at)
           values (gen_random_uuid(), $1, $2, $3, '[]', $4, $5, $6, $7, $8, 'root', now(), now()) returning escalation_id`,
          [
            ...[domain_id, name, JSON.stringify(ruleIs(rule))],
            JSON.stringify(
              steps.map(({ after, subscriptions = [], on_call = null }) => ({
                after,
                subscriptions,
                on_call,
              })),
            ),
            repeat && JSON.stringify(repeat),
            until,
            parseId('subscription', fields.fallback),
            acknowledged_for,
          ],
        );
        return rows[0]?.escalation_id ?? '';
      },
      silence: async (starts_at: Date, ends_at: Date, rule: string) => {
        const { rows } = await pool.query<{ silence_id: string }>(
          `insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by, created_at,
             updated_at)
           values (gen_random_uuid(), $1, 's', $2, '[]', $3, $4, 'CHG-1', 'root', now(), now()) returning silence_id`,
          [domain_id, JSON.stringify(ruleIs(rule)), starts_at, ends_at],
        );
        return rows[0]?.silence_id ?? '';
      },
      /** What each subscription was told of an alert, in this order: name, kind and state. */
      told: async (name: string) => {
        const { rows } = await pool.query<{ subscription_id: string; kind: string; state: string }>(
          `select n.subscription_id, substr(n.kind, 7) as kind, n.state from notification n
           where n.alert_id = $1 and n.subscription_id = any($2::uuid[]) order by n.seq`,
          [idOf(name), [...names.keys()]],
        );
        return rows.map((row) => `${names.get(row.subscription_id)} ${row.kind} ${row.state}`);
      },
      entries: async (name: string) => {
        const { rows } = await pool.query<{ entry: string }>(
          `select concat_ws(' ', what, cycle || '/' || step, nullif(again, 0), reason) as entry from escalation_entry
           where alert_id = $1 order by at, cycle, step, again, what = 'TOLD' desc, what`,
          [idOf(name)],
        );
        return rows.map(({ entry }) => entry);
      },
      /** Marks everything that waits as arrived, or as lost. */
      arrive: async (state: 'SENT' | 'FAILED' = 'SENT') => {
        await pool.query(
          `with told as (
             update notification set state = $2, attempt_count = 1, sent_at = now()
             where domain_id = $1 and state in ('PENDING', 'HELD') returning subscription_id, subject_id
           )
           delete from notification_lane lane using told
           where lane.subscription_id = told.subscription_id and lane.subject_id = told.subject_id`,
          [domain_id, state],
        );
      },
    };
  };

  return {
    ...store,
    ...{ escalations, shows, alerts, createDomain },
    /** Another process, after the first has ended. */
    restart: createProcess,
  };
}

export type EscalatedStore = Awaited<ReturnType<typeof createEscalatedStore>>;

/** A domain with three steps after 0, 10 and 30 minutes. */
export async function createDomainOfSteps(store: EscalatedStore, fields = {}) {
  const domain = await store.createDomain();
  const [first, second, third] = [
    await domain.subscribe('first'),
    await domain.subscribe('second'),
    await domain.subscribe('third'),
  ];
  const fallback = await domain.subscribe('fallback', 'CHANGE');
  await store.pool.query(`update subscription set kinds = '["quota.low"]' where name = 'fallback'`);
  const steps = [
    { after: 0, subscriptions: [first] },
    { after: 600, subscriptions: [second] },
    { after: 1800, subscriptions: [third, first] },
  ];
  const escalation_id = await domain.escalate('production', { steps, fallback, ...fields });
  return { ...domain, escalation_id, ids: { first, second, third, fallback } };
}
