import { describedBy } from '#shared/query/record.js';
import type { Field, Resource } from '#shared/query/resource.js';
import type { CountedResource } from '#shared/platform/persistence/counted-resource.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { instantAt, type RollUp } from '../../persistence/roll-up-relation.js';
import { rollUpFor } from '../../persistence/roll-up.js';
import { ALERT } from '../domain/alert-record.js';

export const ALERT_RECORD = new RecordSerializer(ALERT);

/** The fields of alerts that queries may use. */
export const ALERTS: Resource = {
  name: 'Alert',
  relation: 'alert',
  id: 'alert_id',
  ...describedBy(ALERT),
  keywords: ['alert_id', 'title'],
  order: [{ key: 'opened_at', desc: true }],
  minimal: ['alert_id', 'event_key', 'state', 'severity', 'title'],
};

/** Alerts with the given SQL expressions as state and severity, as a change left them. All other fields are current. */
export function alertsAs(state: string, severity: string): Resource {
  const ofResolved = Object.fromEntries(
    ['resolved_at', 'resolved_reason', 'resolved_after'].flatMap((name) => {
      const field = ALERTS.fields[name];
      return field
        ? [[name, { ...field, sql: `case when ${state} = 'RESOLVED' then ${field.sql} end` }]]
        : [];
    }),
  );
  const fieldOf = (name: 'state' | 'severity', sql: string) => ({ ...(ALERTS.fields[name] as Field), sql });
  const fields = { state: fieldOf('state', state), severity: fieldOf('severity', severity) };
  return { ...ALERTS, fields: { ...ALERTS.fields, ...ofResolved, ...fields } };
}

/** Open alerts, the only ones that can be acknowledged. */
export const OPEN_ALERTS: Resource = { ...ALERTS, relation: `(select * from alert where state = 'OPEN')` };

export const ALERT_ROLL_UP: RollUp = {
  of: ALERTS,
  table: 'alert',
  keys: ['domain_id', 'webhook_id', 'project_id', 'state', 'severity'],
  time: 'opened_at',
  bound: (sign, at) => `opened_at ${sign} '${instantAt(at)}'`,
};

/** Leaves out alerts that were last heard of before the retention floor. Open alerts are never left out. */
export function alertsSince(floor: number | undefined): CountedResource {
  const quicker: CountedResource['quicker'] = (asked, now) => rollUpFor(ALERT_ROLL_UP, asked, now, floor);
  if (floor === undefined) return { ...ALERTS, quicker };
  const since = new Date(floor).toISOString();
  const relation = `(select * from alert where state = 'OPEN' or last_received_at >= '${since}')`;
  return { ...ALERTS, quicker, relation };
}
