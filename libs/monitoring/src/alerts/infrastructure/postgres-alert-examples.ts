import { Injectable } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createResolver } from '#shared/query/expression.js';
import { compileFilter, parseFilter } from '#shared/query/filter.js';
import { lowestUuid } from '#shared/query/instant.js';
import { SqlParameters, type Statement } from '#shared/query/statement.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { AlertExamples, type ExampleRequest } from '../../contracts/alert-examples.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { withChangedState, type AlertInfo, type AlertMessage } from '../domain/alert-record.js';
import { ALERT_SERIALIZER, alertsWithState, selectAlertsSince } from './alert-resource.js';
import { createMessage, toAlertChange, type ChangeRow } from './postgres-alert-feed.js';
import { UNLESS_FLAPPING } from './unless-flapping.js';

/** The newest changes that are looked at. */
const MAX_EXAMINED = 50_000;
/** Milliseconds. */
const TIMEOUT_MS = 15_000;

/** Alerts as a change `c` left them. */
const CHANGED_ALERTS = alertsWithState('c.state', 'c.severity');

@Injectable()
export class PostgresAlertExamples extends AlertExamples {
  constructor(
    private readonly engine: QueryEngine,
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {
    super();
  }

  async findNewest(request: ExampleRequest): Promise<AlertMessage | undefined> {
    const { domain_id, alerts, signal } = request;
    const asked = 'alert_id' in alerts ? await this.readAlert(domain_id, alerts.alert_id) : undefined;
    if ('alert_id' in alerts && asked === undefined) throw DomainError.notFound('The alert', alerts.alert_id);
    const options = { timeoutMs: TIMEOUT_MS, signal };
    const [row] = await this.engine.run<ChangeRow>(
      domain_id,
      selectNewest(request, this.floors.getFloor(domain_id)),
      options,
    );
    if (row === undefined) return undefined;
    const change = toAlertChange(row);
    const alert = asked ?? (await this.readAlert(domain_id, change.alert_id));
    return alert && withChangedState(createMessage(change, alert));
  }

  private async readAlert(domain_id: string, alert_id: string): Promise<AlertInfo | undefined> {
    const { rows } = await this.pool.query<object>({
      name: 'alert of an example',
      text: `select ${ALERT_SERIALIZER.select()} from alert r
             where domain_id = $1 and alert_id = $2 and (state = 'OPEN' or last_received_at >= $3)`,
      values: [domain_id, parseId('alert', alert_id), new Date(this.floors.getFloor(domain_id) ?? 0)],
      query_timeout: TIMEOUT_MS,
    });
    return rows.map((row) => ALERT_SERIALIZER.read(row))[0];
  }
}

/** `materialized` makes the database read the changes by their index before it looks at any alert. */
function selectNewest(
  { domain_id, from, to, types, alerts }: ExampleRequest,
  floor: number | undefined,
): Statement {
  const values = new SqlParameters();
  const domain = values.add(domain_id, 'text');
  const kinds = types.map((type) => type.slice('alert.'.length));
  const bounds = [
    `domain_id = ${domain}`,
    `change_id >= ${values.add(lowestUuid(Math.max(from.getTime(), floor ?? 0)), 'uuid')}`,
    `change_id < ${values.add(lowestUuid(to.getTime()), 'uuid')}`,
    `kind = any (${values.add(kinds, 'text[]')})`,
    ...(kinds.includes('flapping') ? [UNLESS_FLAPPING] : []),
    ...('alert_id' in alerts ? [`alert_id = ${values.add(parseId('alert', alerts.alert_id), 'uuid')}`] : []),
  ];
  const filter = parseFilter(('query' in alerts ? (alerts.query ?? {}) : {}) as Record<string, unknown>);
  const context = { values, resolve: createResolver(CHANGED_ALERTS, values), now: new Date() };
  return values.statement(`
    with c as materialized (
      select * from alert_change c where ${bounds.join(' and ')} order by change_id desc limit ${MAX_EXAMINED}
    )
    select c.xid::text, c.index::text, floor(extract(epoch from c.changed_at))::float8 as at, c.domain_id, c.alert_id, c.kind,
      c.state_before, c.state, c.severity_before, c.severity, c.event_id, c.actor, c.assignee, c.note_id, c.via_id, c.via_at, c.flapping,
      c.calm_at, c.changed_at
    from c join ${selectAlertsSince(floor)} r on r.domain_id = ${domain} and r.alert_id = c.alert_id
    where ${compileFilter(CHANGED_ALERTS, domain_id, filter, context)}
    order by c.change_id desc limit 1`);
}
