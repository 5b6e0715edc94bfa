import type { ClientBase } from 'pg';
import type { Via } from '#shared/kernel/scope.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { compareAlerts, NEWEST_FIRST, OLDEST_FIRST } from './order-of-alerts.js';
import { writeAlertChanges } from './write-alert-changes.js';

const joinNeighbour = (of: string, order: '<' | '>') => `
  left join lateral (
    select alert_id, opened_at, coalesce(resolved_at, 'infinity') as ended_at from alert
    where domain_id = $1 and webhook_id = ${of}.webhook_id and event_key = ${of}.event_key
      and ${compareAlerts(order, of)}
    order by ${order === '<' ? NEWEST_FIRST : OLDEST_FIRST} limit 1
  ) as ${order === '<' ? 'previous' : 'next'} on true`;

/**
 * The decisions that apply to an alert. The decision of a sender applies to the alert of its key that was open at the
 * time of the decision. If none was open, it applies to the next one, if that had begun when the decision arrived:
 * senders report both with a delay.
 */
const FROM_DECISIONS = `
  from alert_decision as one
  where one.domain_id = $1 and one.webhook_id = span.webhook_id and one.event_key = span.event_key
    and one.decided_at between span.opened_at - interval '1 day' and span.ended_at
    and case
      when one.alert_id is not null then one.alert_id = span.alert_id
      when one.decided_at >= span.opened_at then one.decided_at < span.next_opened
      else one.received_at >= span.opened_at and one.decided_at > span.previous_ended
        and one.decided_at >= span.previous_opened end`;
const COMPARED_COLUMNS = ['acknowledged', 'actor', 'comment', 'until'];
const comparedColumnsOf = (tableAlias: string) =>
  `(${COMPARED_COLUMNS.map((name) => `${tableAlias}.${name}`).join(', ')})`;

/** Settles the alerts `$2` of domain `$1`. */
export const UPDATE_ACKNOWLEDGEMENTS = `
  with given as (
    select alert_id, webhook_id, event_key, opened_at, resolved_at from alert
    where domain_id = $1 and alert_id = any ($2::uuid[]) and (acknowledged or exists (
      select from alert_decision as one
      where one.domain_id = $1 and one.webhook_id = alert.webhook_id and one.event_key = alert.event_key))
  ), ids as (
    select unnest(array[given.alert_id, previous.alert_id, next.alert_id]) as alert_id
    from given ${joinNeighbour('given', '<')} ${joinNeighbour('given', '>')}
  ), span as materialized (
    select one.*, coalesce(resolved_at, 'infinity') as ended_at,
      coalesce(previous.opened_at, '-infinity') as previous_opened,
      coalesce(previous.ended_at, '-infinity') as previous_ended, coalesce(next.opened_at, 'infinity') as next_opened
    from (
      select alert_id, webhook_id, event_key, opened_at, resolved_at,
        acknowledged as was_acknowledged, acknowledged_by as was_by, comment as was_comment, acknowledged_until as was_until
      from alert where domain_id = $1 and alert_id = any (array(select alert_id from ids))
    ) as one ${joinNeighbour('one', '<')} ${joinNeighbour('one', '>')}
  ), settled as (
    select span.*, newest.actor as newest_actor, newest.acknowledged as newest_acknowledged,
      newest.comment as newest_comment, newest.until as newest_until, since.decided_at as since,
      coalesce(newest.acknowledged, false)
        and coalesce(newest.until > least(ended_at, statement_timestamp()), true) as holds
    from span
    left join lateral (
      select one.* ${FROM_DECISIONS} order by decided_at desc, decision_id desc limit 1
    ) as newest on true
    left join lateral (
      select one.decided_at, one.decision_id ${FROM_DECISIONS} and ${comparedColumnsOf('one')} is distinct from ${comparedColumnsOf('newest')}
      order by decided_at desc, decision_id desc limit 1
    ) as other on true
    left join lateral (
      -- Senders repeat their decisions. A user who makes one again begins anew.
      select coalesce(max(one.decided_at) filter (where one.alert_id is not null), min(one.decided_at)) as decided_at ${FROM_DECISIONS}
        and (other.decision_id is null or (one.decided_at, one.decision_id) > (other.decided_at, other.decision_id))
    ) as since on true
  )
  update alert set acknowledged = holds, acknowledged_at = case when holds then since end,
    acknowledged_by = case when holds then newest_actor end, comment = case when holds then newest_comment end,
    acknowledged_until = case when holds then newest_until end
  from settled
  where alert.domain_id = $1 and alert.alert_id = settled.alert_id
    and (alert.acknowledged, alert.acknowledged_at, alert.acknowledged_by, alert.comment, alert.acknowledged_until)
      is distinct from (holds, case when holds then since::timestamptz(3) end, case when holds then newest_actor end,
        case when holds then newest_comment end, case when holds then newest_until end)
  returning alert.alert_id, alert.severity, alert.state, alert.acknowledged,
    case when holds or not newest_acknowledged then newest_actor end as actor,
    (was_acknowledged, was_by, was_comment, was_until) is distinct from
      (alert.acknowledged, alert.acknowledged_by, alert.comment, alert.acknowledged_until) as is_told`;

/**
 * The decisions that apply to the alert `$2` of domain `$1`, the newest first. A sender repeats its decision with each message, so
 * that only those of it count that differ from the one before; a withdrawal, only if there was something to withdraw.
 */
export const FIND_DECISIONS = `
  with span as materialized (
    select one.*, coalesce(resolved_at, 'infinity') as ended_at,
      coalesce(previous.opened_at, '-infinity') as previous_opened,
      coalesce(previous.ended_at, '-infinity') as previous_ended, coalesce(next.opened_at, 'infinity') as next_opened
    from (
      select alert_id, webhook_id, event_key, opened_at, resolved_at from alert where domain_id = $1 and alert_id = $2::uuid
    ) as one ${joinNeighbour('one', '<')} ${joinNeighbour('one', '>')}
  ), compared as (
    select decision.*, ended_at, row(${COMPARED_COLUMNS.join(', ')}) as content,
      lag(row(${COMPARED_COLUMNS.join(', ')})) over in_order as content_before,
      coalesce(lag(acknowledged) over in_order, false) as was_acknowledged
    from span cross join lateral (select one.* ${FROM_DECISIONS}) as decision
    window in_order as (order by decided_at, decision_id)
  )
  select decided_at, acknowledged, actor, comment, until,
    acknowledged and until <= least(ended_at, statement_timestamp(),
      lead(decided_at, 1, 'infinity') over (order by decided_at, decision_id)) as has_expired,
    (count(*) over ())::int as total
  from compared
  where (acknowledged or was_acknowledged)
    and (alert_id is not null or content_before is null or content is distinct from content_before)
  order by decided_at desc, decision_id desc limit $3`;

interface UpdatedAlertRow {
  readonly alert_id: string;
  readonly severity: Severity;
  readonly state: 'OPEN' | 'RESOLVED';
  readonly acknowledged: boolean;
  readonly actor: string | null;
  /** Whether more than the time of the acknowledgement changed, so that the change is reported. */
  readonly is_told: boolean;
}

/**
 * Updates the acknowledgement of alerts of a domain, and of the alerts before and after them with the same key: the
 * newest decision made while an alert was open holds. So the order in which decisions and alarms are processed does not
 * matter. The caller holds the locks of the webhooks. Changes are written to the outbox.
 * @returns the ids of the alerts whose acknowledgement changed, also if only its time did
 */
export async function updateAcknowledgements(
  client: ClientBase,
  domain_id: string,
  alertIds: readonly string[],
  via?: Via,
): Promise<readonly string[]> {
  if (alertIds.length === 0) return [];
  // Not a prepared statement: a plan cached while there were few alerts would read all of them for each one.
  const { rows } = await client.query<UpdatedAlertRow>(UPDATE_ACKNOWLEDGEMENTS, [
    domain_id,
    encodeUuids([...new Set(alertIds)]),
  ]);
  const reported = rows.filter(({ is_told }) => is_told);
  await writeAlertChanges(
    client,
    domain_id,
    reported.map(({ alert_id, severity, state, acknowledged, actor }) => ({
      ...{ alert_id, severity, state, actor },
      kind: acknowledged ? 'acknowledged' : 'unacknowledged',
      severity_before: severity,
      state_before: state,
      event_id: null,
      ...(via && { via_id: via.id, via_at: via.at }),
    })),
  );
  return rows.map(({ alert_id }) => alert_id);
}

export interface EndedAlert {
  readonly alert_id: string;
  readonly is_acknowledgement_over: boolean;
}
/** A column of {@link EndedAlert}. */
export const IS_ACKNOWLEDGEMENT_OVER =
  'coalesce(acknowledged and acknowledged_until <= resolved_at, false) as is_acknowledgement_over';

/** Takes back what ran out before the alerts were resolved: the regular check looks only at open alerts. */
export async function withdrawExpired(
  client: ClientBase,
  domain_id: string,
  ended: readonly EndedAlert[],
): Promise<void> {
  const over = ended.flatMap((one) => (one.is_acknowledgement_over ? [one.alert_id] : []));
  await updateAcknowledgements(client, domain_id, over);
}

/** Marks webhooks as having decisions, so that workers look for them. */
export async function markHasDecisions(
  client: ClientBase,
  domain_id: string,
  webhookIds: readonly string[],
): Promise<void> {
  await client.query({
    name: 'note decisions',
    text: `
      update webhook_cursor set has_decisions = true
      where domain_id = $1 and webhook_id = any ($2::uuid[]) and not has_decisions`,
    values: [domain_id, encodeUuids(webhookIds)],
  });
}
