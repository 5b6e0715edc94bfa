import type { Delivery } from '../../intake/domain/delivery.js';

/** Marks deliveries about heartbeats, which no plugin parses. No HTTP request can have a header of this name. */
const HEADER = ':heartbeat';
const MESSAGE_KINDS = ['ping', 'missing', 'deleted'] as const;

/**
 * A message about a heartbeat, stored as a delivery. `ping`: its source is alive. `missing`: no ping had come by the arrival of
 * this message. `deleted`: the heartbeat was deleted while it was missing. Only the service writes the last two.
 */
export interface HeartbeatMessage {
  readonly kind: (typeof MESSAGE_KINDS)[number];
  readonly name: string;
}

const EMPTY_BODY = Buffer.alloc(0);

export function createHeartbeatDelivery({ kind, name }: HeartbeatMessage): Omit<Delivery, 'received_at'> {
  return {
    content_type: '',
    headers: { [HEADER]: `${kind} ${name}` },
    query: {},
    path_suffix: '',
    body: EMPTY_BODY,
  };
}

export function parseHeartbeatMessage({ headers }: Pick<Delivery, 'headers'>): HeartbeatMessage | undefined {
  const header = headers[HEADER];
  if (header === undefined) return undefined;
  const [kind, name = ''] = header.split(' ');
  return { kind: MESSAGE_KINDS.find((one) => one === kind) ?? 'ping', name };
}

/** Returns whether the service wrote the delivery itself, so that it does not count as received. */
export function isInternalDelivery(delivery: Pick<Delivery, 'headers'>): boolean {
  const message = parseHeartbeatMessage(delivery);
  return message !== undefined && message.kind !== 'ping';
}
