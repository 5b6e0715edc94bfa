import type { PoolClient } from 'pg';
import { encodeHexStrings, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { WebhookCommit } from '../application/ports/processing-log.js';
import { listSignedDeliveries, type RepeatedDeliveries } from '../domain/signed-deliveries.js';

interface RememberedRow {
  readonly webhook_id: string;
  readonly signed_id: string;
  readonly delivery_id: string;
}

/**
 * Remembers the signed deliveries of webhooks of one domain, and returns those that repeat another one. Each webhook's lock
 * protects its rows. A delivery that is processed again finds itself. A repetition is remembered longer than the first: a retry
 * of the sender has the same id and a later time.
 */
export async function rememberSigned(
  client: PoolClient,
  commits: readonly WebhookCommit[],
): Promise<RepeatedDeliveries> {
  const given = commits.flatMap(({ webhook, segments }) => {
    const { signature } = webhook.settings;
    // The signed time of a request may be ahead by the tolerance, and the request is accepted until it is behind by it.
    const memoryMs = 2 * signature.tolerance * 1_000;
    return listSignedDeliveries(segments, signature).map((one) => ({
      ...one,
      webhook_id: webhook.uuid,
      until: new Date(one.received_at.getTime() + memoryMs),
    }));
  });
  const byId = Map.groupBy(given, toKey);
  const domain_id = commits[0]?.webhook.domain_id;
  if (byId.size === 0) return new Map();
  const firsts = [...byId.values()].flatMap(([first]) => first ?? []);
  const lasts = [...byId.values()].map(
    (all) => new Date(Math.max(...all.map(({ until }) => until.getTime()))),
  );
  const { rows } = await client.query<RememberedRow>({
    name: 'remember signed deliveries',
    text: `
      insert into signed_delivery as known
        (domain_id, webhook_id, signed_id, delivery_id, received_at, remembered_until)
      select $1, * from (
        select unnest($2::uuid[]), unnest($3::bytea[]), unnest($4::uuid[]),
          unnest($5::timestamptz[]), unnest($6::timestamptz[])
      ) as given
      on conflict (domain_id, webhook_id, signed_id) do update set
        delivery_id = case when known.remembered_until < excluded.received_at
          then excluded.delivery_id else known.delivery_id end,
        received_at = case when known.remembered_until < excluded.received_at
          then excluded.received_at else known.received_at end,
        remembered_until = greatest(known.remembered_until, excluded.remembered_until)
      returning webhook_id, encode(signed_id, 'hex') as signed_id, delivery_id`,
    values: [
      domain_id,
      encodeUuids(firsts.map(({ webhook_id }) => webhook_id)),
      encodeHexStrings(firsts.map(({ signed_id }) => signed_id)),
      encodeUuids(firsts.map(({ delivery_id }) => delivery_id)),
      encodeTimes(firsts.map(({ received_at }) => received_at)),
      encodeTimes(lasts),
    ],
  });
  return new Map(
    rows.flatMap((row) =>
      (byId.get(toKey(row)) ?? []).flatMap(({ delivery_id }) =>
        delivery_id === row.delivery_id ? [] : [[delivery_id, row.delivery_id] as const],
      ),
    ),
  );
}

function toKey({ webhook_id, signed_id }: Pick<RememberedRow, 'webhook_id' | 'signed_id'>): string {
  return `${webhook_id} ${signed_id}`;
}
