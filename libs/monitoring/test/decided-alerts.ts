import type { Pool } from 'pg';
import type { AdmittedWebhook } from '../src/intake/application/ports/webhook-directory.js';
import { parseAlarms } from '../src/processing/domain/parse-alarms.js';
import { decodeSegment, deliveryIdOf } from '../src/intake/tables/segment-codec.js';
import { formatSenderName } from '#shared/kernel/sender-name.js';
import { acknowledging } from './acknowledging.js';

export interface DecidedAlert {
  readonly alert_id: string;
  readonly event_key: string;
  readonly open: boolean;
  readonly opened_at: Date;
  readonly resolved_at: Date | null;
  readonly acknowledged: boolean;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
}

interface SomeDecision {
  readonly decision_id: string;
  readonly event_key: string;
  readonly decided_at: Date;
  readonly received_at: Date;
  readonly acknowledged: boolean;
  readonly actor: string | null;
  readonly alert_id?: string;
}

/** Returns the decisions that senders posted, parsed again (webhooks of the tests have their uuid as name), and those made here. */
export async function decisionsOf(pool: Pool, { uuid }: AdmittedWebhook): Promise<SomeDecision[]> {
  const { rows: segments } = await pool.query<{ segment_id: string; payload: Buffer }>(
    'select segment_id, payload from delivery_segment where webhook_id = $1',
    [uuid],
  );
  const told = segments.flatMap(({ segment_id, payload }) =>
    decodeSegment(payload).flatMap((delivery, position) =>
      parseAlarms(acknowledging, {}, deliveryIdOf(segment_id, position), delivery).flatMap((one) =>
        one.kind === 'acknowledgement'
          ? { ...one.decision, actor: formatSenderName(one.decision.actor, uuid) }
          : [],
      ),
    ),
  );
  const { rows: here } = await pool.query<SomeDecision>(
    `select decision_id, event_key, decided_at::timestamptz(3), received_at, acknowledged, actor, alert_id
     from alert_decision as one where webhook_id = $1 and alert_id is not null order by one.decided_at`,
    [uuid],
  );
  return [...told, ...here];
}

/** Applies to each alert the newest of the decisions about it. */
export function alertsAsDecided(
  alerts: readonly DecidedAlert[],
  decisions: readonly SomeDecision[],
): DecidedAlert[] {
  const about = Map.groupBy(decisions, (one) => alertOf(one, alerts)?.alert_id);
  return alerts.map((alert) => {
    const own = (about.get(alert.alert_id) ?? []).toSorted(inOrder);
    const newest = own.at(-1);
    if (newest?.acknowledged !== true)
      return { ...alert, acknowledged: false, acknowledged_at: null, acknowledged_by: null };
    const other = own.findLastIndex(({ acknowledged, actor }) => !acknowledged || actor !== newest.actor);
    const equal = own.slice(other + 1);
    const made = equal.findLast(({ alert_id }) => alert_id !== undefined && alert_id !== null) ?? equal[0];
    const acknowledged_at = made?.decided_at ?? null;
    return { ...alert, acknowledged: true, acknowledged_at, acknowledged_by: newest.actor };
  });
}

/** Orders decisions by time. Decisions made here keep their order. */
const inOrder = (a: SomeDecision, b: SomeDecision) =>
  a.decided_at.getTime() - b.decided_at.getTime() ||
  (a.alert_id !== undefined && b.alert_id !== undefined ? 0 : a.decision_id < b.decision_id ? -1 : 1);

/** Returns the alert of its key that was open then or, if none was, the next one that opened before the decision arrived. */
function alertOf(one: SomeDecision, alerts: readonly DecidedAlert[]): DecidedAlert | undefined {
  const isOver = ({ resolved_at }: DecidedAlert) => resolved_at !== null && resolved_at < one.decided_at;
  if (one.alert_id !== undefined)
    return alerts.find((alert) => alert.alert_id === one.alert_id && !isOver(alert));
  const own = alerts.filter(({ event_key }) => event_key === one.event_key);
  const before = own.findLast(({ opened_at }) => opened_at <= one.decided_at);
  if (before !== undefined && !isOver(before)) return before;
  const next = own.find(({ opened_at }) => opened_at > one.decided_at);
  return next !== undefined && next.opened_at <= one.received_at ? next : undefined;
}
