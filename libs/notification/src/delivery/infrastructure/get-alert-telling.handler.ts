import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { getUuidTime, lowestUuidNear } from '#shared/query/instant.js';
import { GetAlertTelling, type AlertTelling } from '../application/get-alert-telling.js';
import { ENTRY_KINDS } from '../../escalations/domain/entry-kinds.js';
import { FIND_ENTRIES, type StoredEntry } from '../../escalations/tables/entries.js';
import {
  SHOWN_ATTEMPTS,
  tellEscalation,
  tellInhibition,
  tellNotification,
  tellSilence,
} from '../domain/alert-telling.js';
import type { AttemptInfo, NotificationState } from '../domain/notification-record.js';

/** Ids begin with a time, so that only the partitions since `$3` are read. */
const FIND_NOTIFICATIONS = `
  with own as materialized (
    select notification_id, kind, state, reason, silence_id, inhibition_id, source_alert_id, subscription_id, protocol_id, created_at, sent_at,
      next_attempt_at, digest_id, attempts, attempt_count, (count(*) over ())::int as total
    from notification
    where domain_id = $1 and alert_id = $2::uuid and notification_id >= $3::uuid
    order by notification_id desc limit $4
  )
  select own.notification_id, own.kind, own.state, own.reason, own.silence_id, own.inhibition_id, own.source_alert_id, own.subscription_id, own.protocol_id,
    own.created_at, own.sent_at, own.next_attempt_at, own.digest_id, own.total, subscription.name as subscription,
    coalesce(digest.attempt_count, own.attempt_count) as attempt_count,
    jsonb_path_query_array(coalesce(digest.attempts, own.attempts), '$[last - ${SHOWN_ATTEMPTS - 1} to last]') as attempts,
    silence.name as silence, silence.reason as silence_reason, silence.ends_at as silence_until,
    inhibition.name as inhibition
  from own
  left join subscription on subscription.domain_id = $1 and subscription.subscription_id = own.subscription_id
  left join silence on silence.domain_id = $1 and silence.silence_id = own.silence_id
  left join inhibition on inhibition.domain_id = $1 and inhibition.inhibition_id = own.inhibition_id
  left join notification as digest on digest.notification_id = own.digest_id and digest.domain_id = $1
    and digest.notification_id >= $3::uuid`;

interface Row {
  readonly notification_id: string;
  readonly kind: string;
  readonly state: NotificationState;
  readonly reason: string | null;
  readonly silence_id: string | null;
  readonly inhibition_id: string | null;
  readonly source_alert_id: string | null;
  readonly subscription_id: string;
  readonly subscription: string | null;
  readonly protocol_id: string;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly next_attempt_at: Date | null;
  readonly digest_id: string | null;
  readonly attempt_count: number;
  readonly attempts: readonly AttemptInfo[];
  readonly silence: string | null;
  readonly silence_reason: string | null;
  readonly silence_until: Date | null;
  readonly inhibition: string | null;
  readonly total: number;
}

@QueryHandler(GetAlertTelling)
export class GetAlertTellingHandler implements IQueryHandler<GetAlertTelling> {
  constructor(private readonly engine: QueryEngine) {}

  async execute({ scope, alert_id, limit, signal }: GetAlertTelling): Promise<AlertTelling> {
    const { domain_id } = scope;
    const uuid = parseId('alert', alert_id);
    const since = lowestUuidNear(getUuidTime(uuid));
    const statement = {
      text: FIND_NOTIFICATIONS,
      values: [domain_id, uuid, since, limit],
      patterns: [],
      paths: [],
    };
    const rows = await this.engine.run<Row>(domain_id, statement, { signal });
    const isHeldBack = ({ state, silence_id, inhibition_id }: Row) =>
      (state === 'SILENCED' && silence_id !== null) || (state === 'INHIBITED' && inhibition_id !== null);
    const heldBack = Map.groupBy(
      rows.filter(isHeldBack),
      ({ silence_id, inhibition_id, source_alert_id, kind, created_at }) =>
        `${silence_id} ${inhibition_id} ${source_alert_id} ${kind} ${created_at.getTime()}`,
    );
    const steps = await this.engine.run<StoredEntry>(
      domain_id,
      { text: FIND_ENTRIES, values: [domain_id, uuid, limit, ENTRY_KINDS], patterns: [], paths: [] },
      { signal },
    );
    const entries = [
      ...steps.map(tellStep),
      ...[...heldBack.values()].map(tellHeldBack),
      ...rows.filter((row) => !isHeldBack(row)).map(tellRow),
    ];
    // The rows were read newest first, and several can have happened at the same time.
    return {
      entries: entries.toReversed(),
      total_count: entries.length + (rows[0]?.total ?? 0) - rows.length,
    };
  }
}

function tellStep({ at, escalation_id, ...entry }: StoredEntry) {
  const { name, what, step, cycle, told, reason } = entry;
  return tellEscalation(at.toISOString(), {
    escalation_id: formatId('escalation', escalation_id),
    ...{ name, what, step, cycle, told, reason },
  });
}

function tellRow(row: Row) {
  const { kind, state, reason, subscription, protocol_id, attempt_count, attempts } = row;
  return tellNotification(
    {
      ...{ state, reason, subscription, protocol_id, attempt_count },
      notification_id: formatId('notification', row.notification_id),
      notification_kind: kind,
      subscription_id: formatId('subscription', row.subscription_id),
      digest_id: row.digest_id && formatId('notification', row.digest_id),
      created_at: row.created_at.toISOString(),
      next_attempt_at: row.next_attempt_at && row.next_attempt_at.toISOString(),
      attempts: attempts.map(({ at, status, latency_ms, error, answer }) => ({
        ...{ at, status, latency_ms, error, answer },
      })),
    },
    row.sent_at && row.sent_at.toISOString(),
  );
}

/** @param rows of one change that one silence or inhibition has held back */
function tellHeldBack(rows: readonly Row[]) {
  const [first] = rows as [Row];
  const subscriptions = rows
    .map(({ subscription_id, subscription }) => ({
      subscription_id: formatId('subscription', subscription_id),
      name: subscription,
    }))
    .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'));
  const at = first.created_at.toISOString();
  if (first.state === 'INHIBITED')
    return tellInhibition(at, {
      inhibition_id: formatId('inhibition', first.inhibition_id ?? ''),
      name: first.inhibition,
      source_alert_id: first.source_alert_id && formatId('alert', first.source_alert_id),
      notification_kind: first.kind,
      subscriptions,
    });
  return tellSilence(at, {
    silence_id: formatId('silence', first.silence_id ?? ''),
    name: first.silence,
    reason: first.silence_reason,
    until: first.silence_until && first.silence_until.toISOString(),
    notification_kind: first.kind,
    subscriptions,
  });
}
