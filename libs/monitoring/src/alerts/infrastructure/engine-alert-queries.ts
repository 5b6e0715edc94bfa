import { DomainError } from '#shared/kernel/domain-error.js';
import { LOWEST_UUID, parseId } from '#shared/kernel/ids.js';
import { parseJson } from '#shared/kernel/json.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { TextRow } from '#shared/platform/persistence/run-cancellable.js';
import { createResolver } from '#shared/query/expression.js';
import { compileFilter, parseFilter } from '#shared/query/filter.js';
import { compilePresentValues, findRequirements, type PresentValues } from '#shared/query/required-values.js';
import { SqlParameters } from '#shared/query/statement.js';
import {
  AlertQueries,
  type AlertChange,
  type AlertDraft,
  type Scanned,
  type ScanLimits,
} from '../../contracts/alert-outbox.js';
import { FeedQueries } from '../../feed/feed-source.js';
import type { AlertInfo } from '../domain/alert-record.js';
import { ALERT_SERIALIZER, alertsWithState, CHANGING_ALERTS } from './alert-resource.js';

/** Alerts as changes left them. */
const CHANGED_ALERTS = alertsWithState('r.changed_state', 'r.changed_severity');

type DraftRow = Readonly<Record<string, unknown>>;

/** Returns the condition and order of the newest alerts that a query finds. @throws ERROR_INVALID_QUERY */
function selectNewest(domain_id: string, query: unknown, limit: number, values: SqlParameters): string {
  const context = { values, resolve: createResolver(CHANGING_ALERTS, values), now: new Date() };
  const parsed = parseFilter(query as Record<string, unknown>);
  const filter = compileFilter(CHANGING_ALERTS, domain_id, parsed, context);
  return `${filter} order by r.opened_at desc, r.alert_id desc limit ${values.add(limit, 'int')}`;
}

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
    signal?: AbortSignal,
  ): Promise<readonly ReadonlySet<string>[]> {
    const uuids = ids.map((id) => parseId('alert', id));
    const relation = (values: SqlParameters) => `(
        select a.*, c.place::int from unnest(${values.add(uuids, 'uuid[]')}) with ordinality as c (asked_id, place)
        join ${this.selectAlerts(values)} a on a.domain_id = ${values.add(domain_id, 'text')} and a.alert_id = c.asked_id)`;
    const found = await this.engine.matchEach(CHANGING_ALERTS, { domain_id, queries, relation }, signal);
    return found.map((places) => new Set(ids.filter((_, at) => places.has(at + 1))));
  }

  async matchChanges(
    domain_id: string,
    queries: readonly unknown[],
    changes: readonly AlertChange[],
    signal?: AbortSignal,
  ): Promise<readonly ReadonlySet<AlertChange>[]> {
    const relation = this.selectChanged(domain_id, changes);
    const found = await this.engine.matchEach(CHANGED_ALERTS, { domain_id, queries, relation }, signal);
    return found.map((places) => new Set(changes.filter((_, at) => places.has(at + 1))));
  }

  async selectPossible<Query>(
    domain_id: string,
    queries: readonly Query[],
    changes: readonly AlertChange[],
    signal?: AbortSignal,
  ): Promise<ReadonlySet<Query>> {
    const requirements = queries.map((query) => findRequirements(CHANGED_ALERTS, query));
    const relation = this.selectChanged(domain_id, changes);
    const present = compilePresentValues(CHANGED_ALERTS, { domain_id, requirements, relation });
    if (present === undefined) return new Set(queries);
    const [row = {}] = await this.engine.run<PresentValues>(domain_id, present.statement, { signal });
    return new Set(queries.filter((_, at) => present.mayFulfil(requirements[at] ?? [], row)));
  }

  async load(domain_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, AlertInfo>> {
    const alerts = new Map<string, AlertInfo>();
    await this.findById(domain_id, ids, async (values, from) => {
      for (const alert of await this.select(domain_id, values, from)) alerts.set(alert.alert_id, alert);
    });
    return alerts;
  }

  async loadFields<Field extends keyof AlertInfo>(
    domain_id: string,
    ids: readonly string[],
    fields: readonly Field[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Pick<AlertInfo, Field>>> {
    const names = ['alert_id' as const, ...fields];
    const write = ALERT_SERIALIZER.createWriter(names);
    const alerts = new Map<string, Pick<AlertInfo, Field>>();
    const onRow = (row: TextRow) => {
      const alert = parseJson(write(row)) as unknown as Pick<AlertInfo, Field | 'alert_id'>;
      alerts.set(alert.alert_id, alert);
      return true;
    };
    await this.findById(domain_id, ids, (values, from) => {
      const statement = values.statement(`select ${ALERT_SERIALIZER.select(names)} from ${from}`);
      return this.engine.run(domain_id, statement, { signal, onRow });
    });
    return alerts;
  }

  /** Reads the alerts with these ids: the stored ones, and the draft. */
  private async findById(
    domain_id: string,
    ids: readonly string[],
    read: (values: SqlParameters, from: string) => Promise<unknown>,
  ): Promise<void> {
    if (ids.length === 0) return;
    const uuids = ids.map((id) => parseId('alert', id));
    const readFrom = (relation: (values: SqlParameters) => string) => {
      const values = new SqlParameters();
      const where = `r.domain_id = ${values.add(domain_id, 'text')} and r.alert_id = any (${values.add(uuids, 'uuid[]')})`;
      return read(values, `${relation(values)} r where ${where}`);
    };
    await readFrom(() => 'alert');
    const { draft } = this;
    if (draft !== undefined) await readFrom((values) => selectDraft(draft, values));
  }

  find(domain_id: string, query: unknown, limit: number): Promise<readonly AlertInfo[]> {
    const values = new SqlParameters();
    return this.select(domain_id, values, `alert r where ${selectNewest(domain_id, query, limit, values)}`);
  }

  async scan<Field extends keyof AlertInfo>(
    domain_id: string,
    query: unknown,
    { alerts, characters, signal, fields }: ScanLimits & { readonly fields: readonly Field[] },
    onAlert: (alert: Pick<AlertInfo, Field>) => void,
  ): Promise<Scanned> {
    const values = new SqlParameters();
    const where = selectNewest(domain_id, query, alerts + 1, values);
    const write = ALERT_SERIALIZER.createWriter(fields);
    const read = { alerts: 0, characters: 0, complete: true };
    const onRow = (row: TextRow) => {
      read.complete = read.alerts < alerts && read.characters < characters;
      // The row beyond the limit is the last one, so the statement need not be cancelled.
      if (!read.complete) return read.alerts === alerts;
      const json = write(row);
      read.alerts += 1;
      read.characters += json.length;
      onAlert(parseJson(json) as unknown as Pick<AlertInfo, Field>);
      return true;
    };
    const text = `select ${ALERT_SERIALIZER.select(fields)} from alert r where ${where}`;
    await this.engine.run(domain_id, values.statement(text), { signal, onRow });
    return read;
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

  /** Returns the relation of the alerts as changes left them. */
  private selectChanged(domain_id: string, changes: readonly AlertChange[]) {
    return (values: SqlParameters): string => {
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
  }

  /** Returns the relation of the alerts that are matched. */
  private selectAlerts(values: SqlParameters): string {
    return this.draft === undefined ? 'alert' : selectDraft(this.draft, values);
  }

  private async select(
    domain_id: string,
    values: SqlParameters,
    from: string,
  ): Promise<readonly AlertInfo[]> {
    const statement = values.statement(`select ${ALERT_SERIALIZER.select()} from ${from}`);
    const rows = await this.engine.run<Record<string, unknown>>(domain_id, statement, {});
    return rows.map((row) => ALERT_SERIALIZER.read(row));
  }
}
