import { computed, signal } from '@preact/signals';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { OpenAlerts, type Alert } from './open-alerts.js';

export type { Alert } from './open-alerts.js';

/** The maximum page size of the API. */
const PAGE = 1_000;
/** Milliseconds between two redraws. At 50 changes a second, a redraw for each could not be read. */
const REDRAW_EVERY = 100;
/** Milliseconds. */
const AGAIN_AFTER = 2_000;
/** Milliseconds. The service sends at least a comment every 15 s. A longer silence means that the connection is dead. */
const IDLE_TIMEOUT = 20_000;

const open = new OpenAlerts();
/** Counts the redraws, also while the list is paused. */
const drawn = signal(0);
let redraw: ReturnType<typeof setTimeout> | undefined;

/** The state of the list. `loading`: it is not complete yet. */
export const liveState = signal<'loading' | 'live' | 'lost'>('loading');
export const liveFailure = signal<string | undefined>(undefined);
export const isPaused = signal(false);
/** The last change of an alert, for screen readers. */
export const lastChange = signal('');
/** The open alerts, the most severe first, then the newest. */
export const openAlerts = signal<readonly Alert[]>([]);

export const totals = computed<ReadonlyMap<Severity, number>>(() => {
  const counts = new Map<Severity, number>(SEVERITIES.map((severity) => [severity, 0]));
  for (const { severity } of openAlerts.value) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  return counts;
});

/** Returns the current state of an open alert, even while the list is paused. */
export function openAlert(id: string): Alert | undefined {
  // Reading the signal subscribes the calling component to redraws.
  void drawn.value;
  return open.get(id);
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const byUrgency = (a: Alert, b: Alert): number =>
  rank(a.severity) - rank(b.severity) || (a.opened_at < b.opened_at ? 1 : -1);

function tell(alert: Alert): void {
  open.tell(alert);
  redraw ??= setTimeout(draw, REDRAW_EVERY);
}

/** Shows a change that was made on this page immediately, even while the list is paused. */
export function takeAlert(alert: Alert): void {
  if (open.get(alert.alert_id) !== undefined) tell(alert);
  if (!isPaused.value) return;
  openAlerts.value = openAlerts.value.map((each) => (each.alert_id === alert.alert_id ? alert : each));
}

function draw(): void {
  clearTimeout(redraw);
  redraw = undefined;
  drawn.value += 1;
  if (!isPaused.value) openAlerts.value = open.all().toSorted(byUrgency);
}

/** Pauses the list, or resumes it with all changes since then. */
export function pause(paused: boolean): void {
  isPaused.value = paused;
  draw();
}

/** Follows the open alerts of the domain until `end` is aborted, and then clears the list. */
export async function followOpenAlerts(end: AbortSignal): Promise<void> {
  forget();
  end.addEventListener('abort', forget, { once: true });
  while (!end.aborted) {
    const round = new AbortController();
    const signal = AbortSignal.any([end, round.signal]);
    try {
      await followOnce(signal, () => round.abort());
    } catch (error) {
      if (end.aborted) return;
      if (!round.signal.aborted) liveFailure.value = explain(error);
    }
    if (end.aborted) return;
    round.abort();
    liveState.value = 'lost';
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

/** First connects to the stream, then reads the list, so that no change between the two is lost. */
async function followOnce(signal: AbortSignal, lose: () => void): Promise<void> {
  const joined = Promise.withResolvers<void>();
  let isRead = false;
  const options = {
    signal,
    onReach: () => joined.resolve(),
    // The stream cannot be resumed because too much was missed, so the list is read again.
    onReset: lose,
    onLoss: () => (liveState.value = 'lost'),
    onReturn: () => (liveState.value = isRead ? 'live' : 'loading'),
  };
  const following = follow(options);
  await Promise.race([joined.promise, following]);
  await Promise.race([readAll(signal), following]);
  signal.throwIfAborted();
  isRead = true;
  liveFailure.value = undefined;
  liveState.value = 'live';
  await following;
}

interface FollowOptions {
  readonly signal: AbortSignal;
  readonly onReach: () => void;
  readonly onReset: () => void;
  readonly onLoss: () => void;
  readonly onReturn: () => void;
}

/** Follows the stream while the page is visible. A browser has few connections per host, which all its tabs share. */
async function follow({ signal, onReach, ...options }: FollowOptions): Promise<void> {
  let last: string | undefined;
  while (!signal.aborted) {
    await visibility('visible');
    const hidden = new AbortController();
    void visibility('hidden').then(() => hidden.abort());
    const followed = client.followAlerts(
      {},
      {
        ...options,
        ...(last === undefined ? {} : { lastEventId: last }),
        idleTimeoutMs: IDLE_TIMEOUT,
        signal: AbortSignal.any([signal, hidden.signal]),
        onReach: (id) => {
          last = id;
          onReach();
        },
      },
    );
    for await (const { id, message } of followed) {
      if (signal.aborted) return;
      last = id;
      const alert = message.data.alert as Alert;
      tell(alert);
      if (liveState.value === 'live' && !isPaused.value)
        lastChange.value = `${message.type.replace('alert.', '')}: ${alert.title}`;
    }
  }
}

async function readAll(signal: AbortSignal): Promise<void> {
  const query = {
    filter: [{ k: 'state', v: 'OPEN', o: 'eq' as const }],
    page: { start: 1, limit: PAGE },
  };
  open.beginList();
  for await (const { results } of client.pages('searchAlerts', { body: { query } }, { signal })) {
    open.list(results as readonly Alert[]);
    redraw ??= setTimeout(draw, REDRAW_EVERY);
  }
  signal.throwIfAborted();
  open.endList();
  draw();
}

/** Clears everything, because the next user may belong to another domain. */
function forget(): void {
  open.clear();
  isPaused.value = false;
  draw();
  lastChange.value = '';
  liveFailure.value = undefined;
  liveState.value = 'loading';
}

/** Resolves when the page has this visibility. */
async function visibility(wanted: DocumentVisibilityState): Promise<void> {
  while (document.visibilityState !== wanted)
    await new Promise((resolve) => addEventListener('visibilitychange', resolve, { once: true }));
}
