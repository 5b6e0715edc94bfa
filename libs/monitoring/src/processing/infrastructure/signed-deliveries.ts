import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { parseDeliveryBody } from '#senders/body/parse-delivery-body.js';
import { parseSnsSignature } from '#senders/plugin-api/sns-signature.js';
import { formatId } from '#shared/kernel/ids.js';
import { isObject } from '#shared/kernel/json.js';
import { encodeHexStrings, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { SignatureSettings } from '../../webhooks/domain/signature-settings.js';
import type { WebhookCommit } from '../application/ports/processing-log.js';
import type { ParsedDelivery, ParsedSegment } from '../domain/process-batch.js';

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

/** A delivery that its sender signed together with an id or a time. */
interface SignedDelivery {
  readonly delivery_id: string;
  readonly signed_id: string;
  readonly received_at: Date;
}

/** The delivery that had the same signed id first, by the id of each delivery that repeats it. */
type RepeatedDeliveries = ReadonlyMap<string, string>;

function listSignedDeliveries(
  segments: readonly ParsedSegment[],
  signature: SignatureSettings,
): readonly SignedDelivery[] {
  return segments.flatMap(({ deliveries }) =>
    deliveries.flatMap((one) => {
      const { delivery_id, delivery } = one;
      const signed_id = delivery.signed_id ?? (signature.scheme === 'SNS' ? findSnsId(one) : undefined);
      return signed_id === undefined ? [] : [{ delivery_id, signed_id, received_at: delivery.received_at }];
    }),
  );
}

/** A message that is not authentic is unreadable. It must not take the id of the one that is. */
function findSnsId({ delivery, alarms }: ParsedDelivery): string | undefined {
  if (alarms.every(({ kind }) => kind === 'unreadable')) return undefined;
  const read = parseDeliveryBody(delivery.body, delivery.content_type);
  if (!read.ok || !isObject(read.body) || !('signature' in parseSnsSignature(read.body))) return undefined;
  return createHash('sha256').update(String(read.body['MessageId'])).digest('hex');
}

/** Takes the alarms out of deliveries that repeat another one. */
export function dropRepeatedDeliveries(
  segments: readonly ParsedSegment[],
  repeated: RepeatedDeliveries,
): readonly ParsedSegment[] {
  if (repeated.size === 0) return segments;
  return segments.map((segment) => ({
    ...segment,
    deliveries: segment.deliveries.map((one) => {
      const first = repeated.get(one.delivery_id);
      return first === undefined
        ? one
        : { ...one, alarms: [{ kind: 'repetition', reason: toReason(first) }] };
    }),
  }));
}

function toReason(first: string): string {
  return `a replay, or a retry of the sender: ${formatId('delivery', first)} has the same signed id`;
}
