import type { Delivery } from '../../intake/domain/delivery.js';

/** Marks deliveries about heartbeats, which no plugin parses. No HTTP request can have a header of this name. */
const HEADER = ':heartbeat';
const SENT_KINDS = ['ping', 'fail', 'start', 'log'] as const;
const INTERNAL_KINDS = ['missing', 'deleted'] as const;

/**
 * A message about a heartbeat, stored as a delivery. Its source sends `ping`: it is alive, or its job succeeded; `fail`: its
 * job failed; `start` and `log`, which are only recorded. Only the service writes `missing`: no ping had come by the arrival
 * of this message; and `deleted`: the heartbeat was deleted while its alert was open.
 */
export interface HeartbeatMessage {
  readonly kind: (typeof SENT_KINDS)[number] | (typeof INTERNAL_KINDS)[number];
  readonly name: string;
  /** Of `missing`: it was reported before, and a user has resolved the alert. */
  readonly again?: boolean;
}

/** What the source of a heartbeat says besides. */
export interface HeartbeatReport {
  /** The exit status of a job, as text. */
  readonly exit_status?: string | undefined;
  /** Identifies one run of a job. */
  readonly run_id?: string | undefined;
  /** The output of a job. Only its beginning is kept. */
  readonly output?: Buffer | undefined;
}

const AGAIN = 'again';
const MAX_OUTPUT_BYTES = 10_000;
const RUN_ID = /^[\w-]{1,64}$/;
const EMPTY_BODY = Buffer.alloc(0);

export function createHeartbeatDelivery(
  { kind, name, again = false }: HeartbeatMessage,
  { exit_status, run_id, output = EMPTY_BODY }: HeartbeatReport = {},
): Omit<Delivery, 'received_at'> {
  return {
    content_type: '',
    // The previous release ignores the third word.
    headers: { [HEADER]: `${kind} ${name}${again ? ` ${AGAIN}` : ''}` },
    query: {
      ...(exit_status === undefined ? {} : { exit_status }),
      ...(run_id !== undefined && RUN_ID.test(run_id) ? { run_id } : {}),
    },
    path_suffix: '',
    // A ping needs no output: nothing is shown of it.
    body: kind === 'fail' || kind === 'log' ? output.subarray(0, MAX_OUTPUT_BYTES) : EMPTY_BODY,
  };
}

export function parseHeartbeatMessage({ headers }: Pick<Delivery, 'headers'>): HeartbeatMessage | undefined {
  const header = headers[HEADER];
  if (header === undefined) return undefined;
  const [kind, name = '', suffix] = header.split(' ');
  return {
    kind: [...SENT_KINDS, ...INTERNAL_KINDS].find((one) => one === kind) ?? 'ping',
    name,
    ...(suffix === AGAIN && { again: true }),
  };
}

/** Reads what {@link createHeartbeatDelivery} wrote. */
export function parseHeartbeatReport({ query, body }: Pick<Delivery, 'query' | 'body'>): {
  readonly exit_status: string | null;
  readonly run_id: string | null;
  readonly output: string;
} {
  const { exit_status = null, run_id = null } = query;
  return { exit_status, run_id, output: body.toString('utf8').trim() };
}

/** Returns whether the service wrote the delivery itself, so that it does not count as received. */
export function isInternalDelivery(delivery: Pick<Delivery, 'headers'>): boolean {
  const message = parseHeartbeatMessage(delivery);
  return INTERNAL_KINDS.some((kind) => kind === message?.kind);
}
