import type { ClientBase } from 'pg';
import { uuidFromHash, uuidOf } from '#shared/kernel/ids.js';
import { jsons, texts, times, uuids } from '#shared/platform/persistence/binary-arrays.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import { joinLanes } from '../../persistence/join-lanes.js';
import { LIFETIME_MS } from '../domain/retry-delay.js';
import type { Match } from './change-matcher.js';

/** Of one statement. */
const ROWS = 1_000;

interface Notice extends Match {
  readonly message: AlertNotice;
}

/** Numbered in the order in which they are given. */
const INSERT = `
  insert into notification (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, kind, state,
    severity, title, message, created_at, expires_at)
  select notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, kind, 'PENDING', severity,
    title, message, created_at, clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000})
  from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[],
    $9::text[], $10::json[], $11::timestamptz[]) as t (notification_id, domain_id, project_id, subscription_id,
    protocol_id, alert_id, kind, severity, title, message, created_at)
  on conflict (notification_id) do nothing`;

/** In the transaction that moves the cursors. Says how many there are. */
export async function writeNotifications(client: ClientBase, notices: readonly Notice[]): Promise<number> {
  for (let from = 0; from < notices.length; from += ROWS) {
    const some = notices.slice(from, from + ROWS).map((notice) => ({ ...notice, id: idOf(notice) }));
    await client.query({
      name: 'write notifications',
      text: INSERT,
      values: [
        uuids(some.map(({ id }) => id)),
        texts(some.map(({ change }) => change.domain_id)),
        texts(some.map(({ message }) => message.data.alert.project_id)),
        uuids(some.map(({ subscription }) => subscription.subscription_id)),
        texts(some.map(({ subscription }) => subscription.protocol_id)),
        uuids(some.map(({ change }) => uuidOf('alert', change.alert_id))),
        texts(some.map(({ message }) => message.type)),
        texts(some.map(({ change }) => change.severity)),
        texts(some.map(({ message }) => message.data.alert.title)),
        jsons(some.map(({ message }) => JSON.stringify(message))),
        times(some.map(({ change }) => new Date(change.changed_at))),
      ],
    });
    await joinLanes(
      client,
      some.map(({ id, change, subscription: { subscription_id, domain_id, protocol_id } }) => ({
        ...{ subscription_id, domain_id, protocol_id },
        alert_id: uuidOf('alert', change.alert_id),
        notification_id: id,
      })),
    );
  }
  return notices.length;
}

/** Of the subscription and the change alone: read again, it is the same. Its time is that of the change. */
function idOf({ change, subscription }: Match): string {
  const { xid, index } = change.position;
  return uuidFromHash(new Date(change.changed_at), subscription.subscription_id, change.alert_id, xid, index);
}
