import type { Delivery } from '../../intake/domain/delivery.js';

/** No request can have a header of this name: it is kept with deliveries that no plugin reads. */
const HEADER = ':heartbeat';
const KINDS = ['ping', 'missing', 'deleted'] as const;

/**
 * What a delivery says of a heartbeat. `ping`: its source is alive. `missing`: the service has not heard of it, as of the
 * arrival. `deleted`: the heartbeat is no more, and was missing until then. The last two only the service itself writes.
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

/** Written by the service itself: no sender was heard of. */
export function isOwn(delivery: Pick<Delivery, 'headers'>): boolean {
  const news = heartbeatNewsIn(delivery);
  return news !== undefined && news.kind !== 'ping';
}
