import type { Pool } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { LOWEST_UUID, parseId } from '#shared/kernel/ids.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createResolver } from '#shared/query/expression.js';
import { compileFilter, parseFilter } from '#shared/query/filter.js';
import { SqlParameters } from '#shared/query/statement.js';
import {
  AlertOutbox,
  AlertQueries,
  type AlertChange,
  type AlertChangesPage,
  type AlertDraft,
  type ChangeWithMessage,
  type SqlTransaction,
} from '../../contracts/alert-outbox.js';
import type { FeedPosition, Horizon } from '../../contracts/feed-position.js';
import {
  findReaderPosition,
  removeReader,
  renumberChanges,
  saveReaderPosition,
} from '../tables/alert-change-readers.js';
import { findChangedAfter, findReopenings } from '../tables/changes-of-alerts.js';
import type { FeedHorizon } from '../../feed/feed-horizon.js';
import { FeedQueries } from '../../feed/feed-queries.js';
import { withChangedState, type AlertInfo } from '../domain/alert-record.js';
import { ALERT_SERIALIZER, alertsWithState, CHANGING_ALERTS } from './alert-resource.js';
import { PostgresAlertFeed } from './postgres-alert-feed.js';
import { readAlertChanges } from './read-alert-changes.js';

/** Milliseconds. */
const TIMEOUT_MS = 5_000;
/** Alerts as changes left them. */
const CHANGED_ALERTS = alertsWithState('r.changed_state', 'r.changed_severity');

export class PostgresAlertOutbox extends AlertOutbox {
  private readonly feed: PostgresAlertFeed;

  constructor(
    private readonly pool: Pool,
    private readonly feedHorizon: Pick<FeedHorizon, 'read'>,
  ) {
    super();
    this.feed = new PostgresAlertFeed(pool);
  }

  /** Reads the value of the sequence, which touches no row of the table. */
  async readLatestNumber(): Promise<string> {
    const { rows } = await this.pool.query<{ latest: string }>({
      name: 'latest alert change',
      text: 'select last_value::text as latest from alert_change_index',
      query_timeout: TIMEOUT_MS,
    });
    return rows[0]?.latest ?? '';
  }

  async readStart(): Promise<FeedPosition> {
    const { rows } = await this.pool.query<{ xid: string; at: number }>({
      name: 'start of alert changes',
      text: `
        select pg_snapshot_xmin(pg_current_snapshot())::text as xid,
          floor(extract(epoch from clock_timestamp()))::float8 as at`,
      query_timeout: TIMEOUT_MS,
    });
    const [row] = rows;
    return { xid: row?.xid ?? '0', index: '0', offset: 0, at: row?.at ?? 0 };
  }

  /** Urgent, because notifications wait for it: commits are flushed to disk at once. */
  readHorizon(): Promise<Horizon> {
    return this.feedHorizon.read(true);
  }

  read(
    domains: readonly string[],
    from: FeedPosition,
    horizon: FeedPosition,
    limit: number,
  ): Promise<AlertChangesPage> {
    return readAlertChanges(this.pool, domains, from, horizon, limit);
  }

  async hasChangesAfter(domain_id: string, { xid, index }: FeedPosition): Promise<boolean> {
    const { rows } = await this.pool.query<{ found: boolean }>({
      name: 'alert changes after a position',
      text: `
        select exists (
          select from alert_change where domain_id = $1
            and ((alert_change.xid, alert_change.index) > ($2::text::xid8, $3::bigint)
              or $2::text::xid8 > pg_snapshot_xmax(pg_current_snapshot()))) as found`,
      values: [domain_id, xid, index],
      query_timeout: TIMEOUT_MS,
    });
    return rows[0]?.found === true;
  }

  findChangedAfter(
    domain_id: string,
    ids: readonly string[],
    position: FeedPosition,
  ): Promise<ReadonlySet<string>> {
    return findChangedAfter(this.pool, domain_id, ids, position);
  }

  findReopenings(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    return findReopenings(this.pool, domain_id, ids);
  }

  savePosition(reader: string, position: FeedPosition): Promise<void> {
    return saveReaderPosition(this.pool, reader, position);
  }

  findPosition(reader: string): Promise<FeedPosition | undefined> {
    return findReaderPosition(this.pool, reader);
  }

  renumberChanges(
    transaction: SqlTransaction,
    positions: readonly { readonly domain_id: string; readonly xid: string; readonly index: string }[],
  ): Promise<FeedPosition> {
    return renumberChanges(transaction, positions);
  }

  removeReader(reader: string): Promise<void> {
    return removeReader(this.pool, reader);
  }

  async loadMessages(
    changes: readonly AlertChange[],
    horizon: Horizon,
    alerts: 'as changed' | 'as now',
  ): Promise<readonly ChangeWithMessage[]> {
    const messages = await this.feed.loadMessages(changes, horizon);
    if (alerts === 'as now') return messages;
    return messages.map((each) => ({ ...each, message: withChangedState(each.message) }));
  }
}

type DraftRow = Readonly<Record<string, unknown>>;

/** What the alerts of a webhook have of it. */
interface SourceRow {
  readonly project_id: string;
  readonly webhook_name: string;
  readonly plugin_id: string;
  readonly labels: Readonly<Record<string, string>> | null;
}

function createDraftRow(
  domain_id: string,
  alert_id: string,
  draft: AlertDraft,
  source: SourceRow | undefined,
): DraftRow {
  const { severity, title = '', rule = null, resource_name = null } = draft;
  const project_id = draft.project_id ?? source?.project_id ?? '';
  const labels = { ...draft.labels, ...source?.labels };
  const { webhook_name = null, plugin_id = null } = source ?? {};
  const now = new Date().toISOString();
  return {
    ...{ domain_id, alert_id, severity, title, rule, labels, resource_name, project_id, state: 'OPEN' },
    ...{ webhook_name, plugin_id },
    // No webhook has the lowest id.
    webhook_id: draft.webhook_id === undefined ? LOWEST_UUID : parseId('webhook', draft.webhook_id),
    ...{ event_key: '', event_count: 1, duplicate_count: 0, acknowledged: false, links: [] },
    ...{ opened_at: now, started_at: now, last_received_at: now },
  };
}

const selectDraft = (draft: DraftRow, values: SqlParameters): string =>
  `jsonb_populate_record(null::alert, ${values.add(JSON.stringify(draft), 'jsonb')})`;

export class EngineAlertQueries extends AlertQueries {
  private readonly queries: FeedQueries;

  /** @param draft the row of an alert that is matched instead of the stored ones */
  constructor(
    private readonly engine: QueryEngine,
    private readonly draft?: DraftRow,
  ) {
    super();
    this.queries = new FeedQueries(engine, { resource: CHANGING_ALERTS, kind: 'alert' });
  }

  check(domain_id: string, query: unknown): Promise<void> {
    return this.queries.check(domain_id, query);
  }

  async matchEach(
    domain_id: string,
    queries: readonly unknown[],
    ids: readonly string[],
  ): Promise<readonly ReadonlySet<string>[]> {
    const uuids = ids.map((id) => parseId('alert', id));
    const relation = (values: SqlParameters) => `(
        select a.*, c.place::int from unnest(${values.add(uuids, 'uuid[]')}) with ordinality as c (asked_id, place)
        join ${this.selectAlerts(values)} a on a.domain_id = ${values.add(domain_id, 'text')} and a.alert_id = c.asked_id)`;
    const found = await this.engine.matchEach(CHANGING_ALERTS, { domain_id, queries, relation });
    return found.map((places) => new Set(ids.filter((_, at) => places.has(at + 1))));
  }

  async matchChanges(
    domain_id: string,
    queries: readonly unknown[],
    changes: readonly AlertChange[],
  ): Promise<readonly ReadonlySet<AlertChange>[]> {
    const relation = (values: SqlParameters) => {
      const ids = changes.map(({ alert_id }) => parseId('alert', alert_id));
      const columns = [
        values.add(ids, 'uuid[]'),
        values.add(
          changes.map(({ state }) => state),
          'text[]',
        ),
        values.add(
          changes.map(({ severity }) => severity),
          'text[]',
        ),
      ];
      return `(
        select a.*, c.changed_state, c.changed_severity, c.place::int
        from unnest(${columns.join(', ')}) with ordinality as c (changed_id, changed_state, changed_severity, place)
        join ${this.selectAlerts(values)} a on a.domain_id = ${values.add(domain_id, 'text')} and a.alert_id = c.changed_id)`;
    };
    const found = await this.engine.matchEach(CHANGED_ALERTS, { domain_id, queries, relation });
    return found.map((places) => new Set(changes.filter((_, at) => places.has(at + 1))));
  }

  async load(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, AlertInfo>> {
    if (ids.length === 0) return new Map();
    const uuids = ids.map((id) => parseId('alert', id));
    const find = (relation: (values: SqlParameters) => string) => {
      const values = new SqlParameters();
      const where = `r.domain_id = ${values.add(domain_id, 'text')} and r.alert_id = any (${values.add(uuids, 'uuid[]')})`;
      return this.select(domain_id, values, where, relation(values));
    };
    const stored = await find(() => 'alert');
    const { draft } = this;
    const alerts =
      draft === undefined ? stored : [...stored, ...(await find((values) => selectDraft(draft, values)))];
    return new Map(alerts.map((alert) => [alert.alert_id, alert]));
  }

  find(domain_id: string, query: unknown, limit: number): Promise<readonly AlertInfo[]> {
    const values = new SqlParameters();
    const context = { values, resolve: createResolver(CHANGING_ALERTS, values), now: new Date() };
    const filter = compileFilter(
      CHANGING_ALERTS,
      domain_id,
      parseFilter(query as Record<string, unknown>),
      context,
    );
    return this.select(
      domain_id,
      values,
      `${filter} order by r.opened_at desc, r.alert_id desc limit ${values.add(limit, 'int')}`,
    );
  }

  async ofDraft(domain_id: string, alert_id: string, draft: AlertDraft): Promise<AlertQueries> {
    const source =
      draft.webhook_id === undefined ? undefined : await this.findSource(domain_id, draft.webhook_id);
    const row = createDraftRow(domain_id, parseId('alert', alert_id), draft, source);
    return new EngineAlertQueries(this.engine, row);
  }

  private async findSource(domain_id: string, webhook_id: string): Promise<SourceRow> {
    const values = new SqlParameters();
    const statement = values.statement(`
      select project_id, name as webhook_name, plugin_id, settings -> 'labels' as labels from webhook
      where domain_id = ${values.add(domain_id, 'text')} and webhook_id = ${values.add(parseId('webhook', webhook_id), 'uuid')}
        and deleted_at is null`);
    const [source] = await this.engine.run<SourceRow>(domain_id, statement, {});
    if (source === undefined) throw DomainError.notFound('The webhook', webhook_id);
    return source;
  }

  /** Returns the relation of the alerts that are matched. */
  private selectAlerts(values: SqlParameters): string {
    return this.draft === undefined ? 'alert' : selectDraft(this.draft, values);
  }

  private async select(
    domain_id: string,
    values: SqlParameters,
    where: string,
    relation = 'alert',
  ): Promise<readonly AlertInfo[]> {
    const statement = values.statement(
      `select ${ALERT_SERIALIZER.select()} from ${relation} r where ${where}`,
    );
    const rows = await this.engine.run<Record<string, unknown>>(domain_id, statement, {});
    return rows.map((row) => ALERT_SERIALIZER.read(row));
  }
}
