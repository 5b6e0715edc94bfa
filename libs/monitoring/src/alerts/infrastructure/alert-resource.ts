import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { toQueryFields } from '#shared/query/record.js';
import type { Field, Resource } from '#shared/query/resource.js';
import { type CountedResource, QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/json.js';
import { getReader } from '#shared/platform/persistence/record-writes.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { FURTHER_KEYWORDS } from '../../events/domain/event-record.js';
import { formatInstant, type RollUp, tryRollUp } from '../../events/tables/roll-up.js';
import {
  ALERT_FIELDS,
  RESOLUTION_FIELDS,
  type AlertMessage,
  type AlertInfo,
} from '../domain/alert-record.js';
import { LiveFeed } from '../../feed/live-feed.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { GetAlert, ListAlerts, StatAlerts, FollowAlerts } from '../application/read-alerts.js';

export const ALERT_SERIALIZER = new RecordSerializer(ALERT_FIELDS);

/** The fields of alerts that queries may use. */
export const ALERTS: Resource = {
  name: 'Alert',
  relation: 'alert',
  id: 'alert_id',
  ...toQueryFields(ALERT_FIELDS),
  keywords: ['alert_id', 'title', ...FURTHER_KEYWORDS],
  order: [{ key: 'opened_at', desc: true }],
  minimal: ['alert_id', 'event_key', 'state', 'severity', 'title'],
};

const ESCALATION_FIELD = /^escalation\b/;

/**
 * Alerts without what escalates for them, for filters of changes: an escalation is no change of an alert, and would follow from itself.
 */
export const CHANGING_ALERTS: Resource = {
  ...ALERTS,
  fields: Object.fromEntries(Object.entries(ALERTS.fields).filter(([name]) => !ESCALATION_FIELD.test(name))),
  record: ALERTS.record.filter((name) => !ESCALATION_FIELD.test(name)),
};

/** Alerts with the given SQL expressions as state and severity, as a change left them. All other fields are current. */
export function alertsWithState(stateSql: string, severitySql: string): Resource {
  const resolvedFields = Object.fromEntries(
    RESOLUTION_FIELDS.flatMap((name) => {
      const field = ALERTS.fields[name];
      return field
        ? [[name, { ...field, sql: `case when ${stateSql} = 'RESOLVED' then ${field.sql} end` }]]
        : [];
    }),
  );
  const replaceSql = (name: 'state' | 'severity', sql: string) => ({
    ...(ALERTS.fields[name] as Field),
    sql,
  });
  const fields = { state: replaceSql('state', stateSql), severity: replaceSql('severity', severitySql) };
  return { ...CHANGING_ALERTS, fields: { ...CHANGING_ALERTS.fields, ...resolvedFields, ...fields } };
}

/** Open alerts, the only ones that can be acknowledged. */
export const OPEN_ALERTS: Resource = { ...ALERTS, relation: `(select * from alert where state = 'OPEN')` };

export const ALERT_ROLL_UP: RollUp = {
  resource: ALERTS,
  table: 'alert',
  keys: ['domain_id', 'webhook_id', 'project_id', 'state', 'severity'],
  timeField: 'opened_at',
  buildBound: (sign, at) => `opened_at ${sign} '${formatInstant(at)}'`,
};

/** Leaves out alerts that were last heard of before the retention floor. Open alerts are never left out. */
export function alertsSince(floor: number | undefined): CountedResource {
  const quicker: CountedResource['findQuickerResource'] = (asked, now) =>
    tryRollUp(ALERT_ROLL_UP, asked, now, floor);
  return { ...ALERTS, findQuickerResource: quicker, relation: selectAlertsSince(floor) };
}

/** Returns the relation of the alerts that a domain may see: those that are open or were received since the limit. */
export function selectAlertsSince(floor: number | undefined): string {
  if (floor === undefined) return 'alert';
  const since = new Date(floor).toISOString();
  return `(select * from alert where state = 'OPEN' or last_received_at >= '${since}')`;
}

@QueryHandler(GetAlert)
export class GetAlertHandler implements IQueryHandler<GetAlert> {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, id, only: fields }: GetAlert): Promise<Partial<AlertInfo>> {
    const { rows } = await getReader(this.pool).query({
      name: 'get alert',
      text: `select ${ALERT_SERIALIZER.select()} from alert r where domain_id = $1 and alert_id = $2
             and (state = 'OPEN' or last_received_at >= $3)`,
      values: [scope.domain_id, parseId('alert', id), new Date(this.floors.getFloor(scope.domain_id) ?? 0)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The alert', id);
    return ALERT_SERIALIZER.pick(row, fields);
  }
}

@QueryHandler(ListAlerts)
export class ListAlertsHandler implements IQueryHandler<ListAlerts> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: ListAlerts): Promise<RawJson<Page<Partial<AlertInfo>>>> {
    const floor = this.floors.getFloor(request.scope.domain_id);
    return this.engine.list(alertsSince(floor), { ...request, record: ALERT_SERIALIZER }, signal);
  }
}

@QueryHandler(StatAlerts)
export class StatAlertsHandler implements IQueryHandler<StatAlerts> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: StatAlerts): Promise<StatisticsResult> {
    return this.engine.stat(alertsSince(this.floors.getFloor(request.scope.domain_id)), request, signal);
  }
}

@QueryHandler(FollowAlerts)
export class FollowAlertsHandler implements IQueryHandler<FollowAlerts> {
  constructor(private readonly feed: LiveFeed<AlertMessage>) {}

  execute(query: FollowAlerts): Promise<() => void> {
    return this.feed.follow(query);
  }
}
