import { formatId } from '#shared/kernel/ids.js';
import type { Arrival } from './arrivals.js';
import { DOMAIN } from './payloads.js';
import { query } from './query.js';

/** What became of the steps of escalations. The lists must be empty. */
export interface StepFindings {
  /** Steps that told somebody. */
  readonly steps: number;
  /** Steps that were told under several ids, or that no entry of the timeline has. */
  readonly stepsTwice: readonly string[];
  /** Steps that were due and have not been told, and those that did not arrive although the alert is open. */
  readonly stepsMissing: readonly string[];
  /** Steps that were told after somebody acknowledged. */
  readonly stepsAfterAcknowledgement: readonly string[];
}

interface ToldAlert {
  readonly alert_id: string;
  readonly state: string;
  readonly acknowledged: boolean;
  /** The steps that told somebody, as the timeline says, and how often they told. */
  readonly entries: number;
  /** The ids of what steps have sent. */
  readonly ids: readonly string[];
  /** Those of them that were sent: each by itself, as nothing of an escalation is in a digest. */
  readonly sent: readonly string[];
  /** Those of them that were cancelled, because somebody acknowledged, or overtaken. */
  readonly dropped: readonly string[];
  /** Steps that should have been told by now. */
  readonly overdue: number;
  /** Steps that were told between an acknowledgement and its withdrawal. */
  readonly late: number;
}

/** Seconds by which an acknowledgement may be noticed late: a step that is told meanwhile is told before it. */
const NOTICED_SECONDS = 15;

/** Compares what steps have told with their entries in timelines, and with what arrived. @param paths of the receivers of steps */
export async function checkSteps(
  databaseUrl: string,
  paths: ReadonlySet<string>,
  arrivals: readonly Arrival[],
): Promise<StepFindings> {
  const alerts = await query<ToldAlert>(
    databaseUrl,
    `select alert.alert_id, alert.state, coalesce(alert.acknowledged, false) as acknowledged,
       coalesce(entry.told, 0)::int as entries, coalesce(entry.late, 0)::int as late,
       coalesce(sent.ids, '{}') as ids, coalesce(sent.sent, '{}') as sent, coalesce(sent.dropped, '{}') as dropped, coalesce(run.overdue, 0)::int as overdue
     from alert
     left join lateral (
       select sum(told) as told, count(*) filter (where exists (
           select from alert_change acknowledgement
           where acknowledgement.alert_id = entry.alert_id and acknowledgement.kind = 'acknowledged'
             and acknowledgement.changed_at < entry.at - interval '${NOTICED_SECONDS} s'
             and not exists (
               select from alert_change later
               where later.alert_id = entry.alert_id and later.kind in ('unacknowledged', 'reopened')
                 and later.changed_at between acknowledgement.changed_at and entry.at
             )
         )) as late
       from escalation_entry entry where entry.alert_id = alert.alert_id and entry.what = 'TOLD'
     ) as entry on true
     left join lateral (
       select array_agg(notification_id::text) as ids,
         array_agg(notification_id::text) filter (where state = 'SENT') as sent,
         array_agg(notification_id::text) filter (where state <> 'SENT') as dropped
       from notification where notification.alert_id = alert.alert_id and escalation_id is not null
     ) as sent on true
     left join lateral (
       select count(*) as overdue from escalation_run run
       where run.alert_id = alert.alert_id and ended_at is null and held is null and next_at < clock_timestamp() - interval '10 s'
     ) as run on true
     where alert.domain_id = '${DOMAIN}'`,
  );
  const arrived = new Set(arrivals.filter(({ path }) => paths.has(path)).map(({ id }) => id));
  const findings = {
    stepsTwice: [] as string[],
    stepsMissing: [] as string[],
    stepsAfterAcknowledgement: [] as string[],
  };
  for (const { alert_id, state, acknowledged, entries, ids, sent, dropped, overdue, late } of alerts) {
    const alert = formatId('alert', alert_id);
    if (entries !== ids.length)
      findings.stepsTwice.push(`${alert}: ${entries} told by its timeline, ${ids.length} notifications`);
    if (overdue > 0) findings.stepsMissing.push(`${alert}: a step is due and not told`);
    const lost = sent.filter((id) => !arrived.has(formatId('notification', id)));
    if (lost.length > 0) findings.stepsMissing.push(`${alert}: ${lost.length} did not arrive`);
    if (dropped.length > 0 && state === 'OPEN' && !acknowledged)
      findings.stepsMissing.push(`${alert}: ${dropped.length} were dropped, and nobody acknowledged`);
    if (late > 0) findings.stepsAfterAcknowledgement.push(`${alert}: ${late} after an acknowledgement`);
  }
  return { steps: alerts.reduce((sum, { entries }) => sum + entries, 0), ...findings };
}
