import { signal } from '@preact/signals';
import { client } from '../client.js';
import { serverNow } from '../clock.js';
import { explainError } from '../connection.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { OpenAlerts, type Alert } from './open-alerts.js';

export type { Alert } from './open-alerts.js';

/** The maximum page size of the API. */
const PAGE_SIZE = 1_000;
/** Milliseconds between two redraws. At 50 changes a second, a redraw for each could not be read. */
const REDRAW_MS = 100;
/** The same for a list of so many alerts that all of them together take a part of a frame. */
const MANY_REDRAW_MS = 250;
const MANY = 2_000;
/** Milliseconds. */
const RECONNECT_MS = 2_000;
/** Milliseconds. The service sends at least a comment every 15 s. A longer silence means that the connection is dead. */
const IDLE_TIMEOUT_MS = 20_000;

const store = new OpenAlerts();
/** Counts the redraws, also while the list is paused. */
const redrawCount = signal(0);
let redrawTimer: ReturnType<typeof setTimeout> | undefined;

/** The state of the list. `loading`: it is not complete yet. */
export const liveState = signal<'loading' | 'live' | 'lost'>('loading');
export const liveFailure = signal<string | undefined>(undefined);
/** When the stream was lost, in milliseconds since 1970. */
export const lostAt = signal(0);
export const isPaused = signal(false);
export const pausedAt = signal(0);
let missed = 0;
/** The number of changes that the stream has reported since the list was paused. It follows at redraws. */
export const missedCount = signal(0);
/** The last change of an alert, for screen readers. */
export const lastChange = signal('');
/** The open alerts, the most severe first, then the newest. */
export const openAlerts = signal<readonly Alert[]>([]);

/** Returns the current state of an open alert, even while the list is paused. */
export function findOpenAlert(id: string): Alert | undefined {
  // Reading the signal subscribes the calling component to redraws.
  void redrawCount.value;
  return store.get(id);
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const byUrgency = (a: Alert, b: Alert): number =>
  rank(a.severity) - rank(b.severity) ||
  compareText(b.opened_at, a.opened_at) ||
  compareText(a.alert_id, b.alert_id);
const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const redrawMs = (): number => (openAlerts.peek().length > MANY ? MANY_REDRAW_MS : REDRAW_MS);

function applyChange(alert: Alert): void {
  store.applyChange(alert);
  redrawTimer ??= setTimeout(publish, redrawMs());
}

/** Shows a change that was made on this page immediately, even while the list is paused. */
export function showChange(alert: Alert): void {
  if (store.get(alert.alert_id) !== undefined) applyChange(alert);
  if (!isPaused.value) return;
  openAlerts.value = openAlerts.value.map((each) => (each.alert_id === alert.alert_id ? alert : each));
}

function publish(): void {
  clearTimeout(redrawTimer);
  redrawTimer = undefined;
  redrawCount.value += 1;
  missedCount.value = isPaused.value ? missed : 0;
  if (!isPaused.value) openAlerts.value = store.sort(byUrgency);
}

/** Pauses the list, or resumes it with all changes since then. */
export function setPaused(paused: boolean): void {
  isPaused.value = paused;
  pausedAt.value = serverNow();
  missed = 0;
  publish();
}

/** Follows the open alerts of the domain until `end` is aborted, and then clears the list. */
export async function followOpenAlerts(end: AbortSignal): Promise<void> {
  reset();
  end.addEventListener('abort', reset, { once: true });
  while (!end.aborted) {
    const attempt = new AbortController();
    const signal = AbortSignal.any([end, attempt.signal]);
    try {
      await followOnce(signal, () => attempt.abort());
    } catch (error) {
      if (end.aborted) return;
      if (!attempt.signal.aborted) liveFailure.value = explainError(error);
    }
    if (end.aborted) return;
    attempt.abort();
    markLost();
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

function markLost(): void {
  if (liveState.value !== 'lost') lostAt.value = serverNow();
  liveState.value = 'lost';
}

/** First connects to the stream, then reads the list, so that no change between the two is lost. */
async function followOnce(signal: AbortSignal, reconnect: () => void): Promise<void> {
  const connected = Promise.withResolvers<void>();
  let isLoaded = false;
  const options = {
    signal,
    onReach: () => connected.resolve(),
    // The stream cannot be resumed because too much was missed, so the list is read again.
    onReset: reconnect,
    onLoss: markLost,
    onReturn: () => (liveState.value = isLoaded ? 'live' : 'loading'),
  };
  const following = followStream(options);
  await Promise.race([connected.promise, following]);
  await Promise.race([readAll(signal), following]);
  signal.throwIfAborted();
  isLoaded = true;
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
async function followStream({ signal, onReach, ...options }: FollowOptions): Promise<void> {
  let lastId: string | undefined;
  while (!signal.aborted) {
    await waitForVisibility('visible');
    const hidden = new AbortController();
    void waitForVisibility('hidden').then(() => hidden.abort());
    const followed = client.followAlerts(
      {},
      {
        ...options,
        ...(lastId === undefined ? {} : { lastEventId: lastId }),
        idleTimeoutMs: IDLE_TIMEOUT_MS,
        signal: AbortSignal.any([signal, hidden.signal]),
        onReach: (id) => {
          lastId = id;
          onReach();
        },
      },
    );
    for await (const { id, message } of followed) {
      if (signal.aborted) return;
      lastId = id;
      const alert = message.data.alert as Alert;
      missed += 1;
      applyChange(alert);
      if (liveState.value === 'live' && !isPaused.value)
        lastChange.value = `${message.type.replace('alert.', '')}: ${alert.title}`;
    }
  }
}

async function readAll(signal: AbortSignal): Promise<void> {
  const query = {
    filter: [{ k: 'state', v: 'OPEN', o: 'eq' as const }],
    page: { start: 1, limit: PAGE_SIZE },
  };
  store.beginReading();
  for await (const { results } of client.pages('searchAlerts', { body: { query } }, { signal })) {
    store.addPage(results as readonly Alert[]);
    redrawTimer ??= setTimeout(publish, redrawMs());
  }
  signal.throwIfAborted();
  store.endReading();
  publish();
}

/** Clears everything, because the next user may belong to another domain. */
function reset(): void {
  store.clear();
  isPaused.value = false;
  publish();
  lastChange.value = '';
  liveFailure.value = undefined;
  liveState.value = 'loading';
}

/** Resolves when the page has this visibility. */
async function waitForVisibility(wanted: DocumentVisibilityState): Promise<void> {
  while (document.visibilityState !== wanted)
    await new Promise((resolve) => addEventListener('visibilitychange', resolve, { once: true }));
}
