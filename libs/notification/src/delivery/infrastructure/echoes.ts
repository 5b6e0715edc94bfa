import type { ClientBase } from 'pg';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { parseId } from '#shared/kernel/ids.js';
import { encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { lowestUuid, getUuidTime } from '#shared/query/instant.js';
import { isRemarkSql } from '../../protocols/domain/remarks.js';

/** Milliseconds by which a notification may be older than its alert, if clocks were wrong. */
const MARGIN_MS = 86_400_000;

/**
 * Returns the changes that the receiver knows that they came from, so that it is not told of them. It is told if anything older reaches it
 * after it made the change, or may yet: that would leave it in a state that is no longer true.
 */
export async function findEchoes(
  client: ClientBase,
  changes: readonly AlertChange[],
): Promise<ReadonlySet<AlertChange>> {
  const made = changes.filter(({ via_id }) => via_id !== null);
  if (made.length === 0) return new Set();
  const ids = made.map(({ alert_id }) => parseId('alert', alert_id));
  const { rows } = await client.query<{ place: number }>({
    name: 'changes known where they were made',
    text: `
      select place::int from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality as made (via_id, alert_id, via_at, place)
      where not exists (
        select from notification n
        where n.alert_id = made.alert_id and n.subscription_id = made.via_id and n.notification_id >= $4
          and not ${isRemarkSql('n')} and (n.state in ('PENDING', 'HELD', 'FAILED') or n.sent_at >= made.via_at))`,
    values: [
      encodeUuids(made.map(({ via_id }) => via_id)),
      encodeUuids(ids),
      encodeTimes(made.map(({ via_at }) => (via_at === null ? null : new Date(via_at)))),
      lowestUuid(Math.min(...ids.map(getUuidTime)) - MARGIN_MS),
    ],
  });
  return new Set(rows.flatMap(({ place }) => made[place - 1] ?? []));
}
