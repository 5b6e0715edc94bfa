import type { Delivery } from '../../intake/domain/delivery.js';

/** Marks deliveries about heartbeats, which no plugin parses. No HTTP request can have a header of this name. */
const HEADER = ':heartbeat';
const KINDS = ['ping', 'missing', 'deleted'] as const;

/**
 * A message about a heartbeat, stored as a delivery. `ping`: its source is alive. `missing`: no ping had come by the arrival of
 * this message. `deleted`: the heartbeat was deleted while it was missing. Only the service writes the last two.
 */
export interface HeartbeatNews {
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
}

const NOTHING = Buffer.alloc(0);

export function heartbeatDelivery({ kind, name }: HeartbeatNews): Omit<Delivery, 'received_at'> {
  return {
    content_type: '',
    headers: { [HEADER]: `${kind} ${name}` },
    query: {},
    path_suffix: '',
    body: NOTHING,
  };
}

export function heartbeatNewsIn({ headers }: Pick<Delivery, 'headers'>): HeartbeatNews | undefined {
  const said = headers[HEADER];
  if (said === undefined) return undefined;
  const [kind, name = ''] = said.split(' ');
  return { kind: KINDS.find((one) => one === kind) ?? 'ping', name };
}

/** Returns whether the service wrote the delivery itself, so that it does not count as received. */
export function isOwn(delivery: Pick<Delivery, 'headers'>): boolean {
  const news = heartbeatNewsIn(delivery);
  return news !== undefined && news.kind !== 'ping';
}
