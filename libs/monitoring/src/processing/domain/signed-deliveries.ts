import { createHash } from 'node:crypto';
import { formatId } from '#shared/kernel/ids.js';
import { isObject } from '#shared/kernel/json.js';
import { parseDeliveryBody } from '#senders/body/parse-delivery-body.js';
import { parseSnsSignature } from '#senders/plugin-api/sns-signature.js';
import type { SignatureSettings } from '../../webhooks/domain/signature-settings.js';
import type { ParsedDelivery, ParsedSegment } from './process-batch.js';

/** A delivery that its sender signed together with an id or a time. */
export interface SignedDelivery {
  readonly delivery_id: string;
  readonly signed_id: string;
  readonly received_at: Date;
}

/** The delivery that had the same signed id first, by the id of each delivery that repeats it. */
export type RepeatedDeliveries = ReadonlyMap<string, string>;

export function listSignedDeliveries(
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
