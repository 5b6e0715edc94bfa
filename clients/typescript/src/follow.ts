import { events } from 'fetch-event-stream';
import { TocsinError } from './errors.js';
import { IdleTimer } from './idle-timer.js';
import { pause } from './retry.js';
import type { Input, Schemas } from './types.js';

export type FollowFilter = NonNullable<Input<'followEvents'>['query']>;
export type FollowAlertsFilter = NonNullable<Input<'followAlerts'>['query']>;

export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** The id of the last message of an earlier stream. The new stream continues after it. */
  readonly lastEventId?: string;
  /** Called if messages were lost, because the interruption was too long (events: an hour, alerts: a day). List them instead. */
  readonly onReset?: (reason: string) => void;
  /** Called when an open connection is lost. The client reconnects until it succeeds, and then calls `onReturn`. */
  readonly onLoss?: (reason: string) => void;
  readonly onReturn?: () => void;
  /** Called with a position after which no message will be missed. The first call means that the stream has begun. */
  readonly onReach?: (id: string) => void;
  /** Milliseconds without data after which a connection counts as lost. The service sends data every 15 s. Default: 45,000. */
  readonly idleTimeoutMs?: number;
}

export interface Followed {
  /** The id to continue after (see {@link FollowOptions.lastEventId}). */
  readonly id: string;
  readonly event: Schemas['EventInfo'];
}

export interface FollowedAlert {
  /** The id to continue after (see {@link FollowOptions.lastEventId}). */
  readonly id: string;
  readonly message: Schemas['AlertMessage'];
}

/** A received message. */
interface StreamMessage {
  readonly id: string;
  readonly data: unknown;
}

const MIN_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
const IDLE_TIMEOUT_MS = 45_000;
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504]);

/**
 * Yields the messages of a stream, each once and in order, across reconnects. Ends when the signal is aborted.
 * @throws TocsinError, TocsinUnreachableError if the first connection fails. Later only TocsinError, if a retry is of no use.
 */
export async function* follow(
  open: (lastEventId: string | undefined, signal: AbortSignal, isFirst: boolean) => Promise<Response>,
  {
    signal = new AbortController().signal,
    lastEventId,
    onReset,
    onLoss,
    onReturn,
    onReach,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
  }: FollowOptions,
): AsyncGenerator<StreamMessage, void, undefined> {
  let lastId = lastEventId;
  let failures = 0;
  let state: 'new' | 'open' | 'lost' = 'new';
  while (!signal.aborted) {
    let reason = 'the service ended it';
    const idleTimer = new IdleTimer(idleTimeoutMs);
    const left = new AbortController();
    const end = AbortSignal.any([signal, idleTimer.signal, left.signal]);
    try {
      const response = await open(lastId, end, state === 'new');
      if (!response.ok) throw TocsinError.of(response, await response.json().catch(() => null));
      if (state === 'lost') onReturn?.();
      state = 'open';
      for await (const { id, event, data = '' } of events(idleTimer.watch(response, end))) {
        failures = 0;
        lastId = id === undefined ? lastId : String(id);
        if (id !== undefined && data === '') onReach?.(String(id));
        if (event === 'reset') onReset?.((JSON.parse(data) as { reason: string }).reason);
        else if (data !== '') yield { id: lastId ?? '', data: JSON.parse(data) as unknown };
      }
    } catch (error) {
      if (signal.aborted) return;
      if (state === 'new' || (error instanceof TocsinError && !RETRYABLE_STATUSES.has(error.status)))
        throw error;
      reason = error instanceof Error ? error.message : String(error);
    } finally {
      idleTimer.stop();
      left.abort();
    }
    if (signal.aborted) return;
    if (state === 'open') onLoss?.(reason);
    state = 'lost';
    await pause(Math.min(MIN_DELAY_MS * 2 ** failures, MAX_DELAY_MS), signal).catch(() => undefined);
    failures += 1;
  }
}
