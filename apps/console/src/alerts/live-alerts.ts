import { computed, signal } from '@preact/signals';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { OpenAlerts, type Alert } from './open-alerts.js';

export type { Alert } from './open-alerts.js';

/** What a page of the API holds at most. */
const PAGE = 1_000;
/** Milliseconds between two redraws: with 50 changes a second each by itself could not be read. */
const REDRAW_EVERY = 100;
/** Milliseconds. */
const AGAIN_AFTER = 2_000;
/** The service is silent for 15 seconds at most; a connection that nobody closed must not look like quiet for long. */
const IDLE_TIMEOUT = 20_000;

const open = new OpenAlerts();
/** Counts what was drawn, also while the list is paused. */
const drawn = signal(0);
let redraw: ReturnType<typeof setTimeout> | undefined;

/** `loading`: not all of them are there yet. */
export const liveState = signal<'loading' | 'live' | 'lost'>('loading');
export const liveFailure = signal<string | undefined>(undefined);
export const isPaused = signal(false);
/** The last thing that happened, for a screen reader. */
export const lastChange = signal('');
/** Worst first, then the newest. */
export const openAlerts = signal<readonly Alert[]>([]);

export const totals = computed<ReadonlyMap<Severity, number>>(() => {
  const counts = new Map<Severity, number>(SEVERITIES.map((severity) => [severity, 0]));
  for (const { severity } of openAlerts.value) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  return counts;
});

/** As it is now, whether the list is paused or not. */
export function openAlert(id: string): Alert | undefined {
  // Read so that whoever asks is told of changes.
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

/** Those of the own page are there at once, also in a list that is paused. */
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

/** What happens meanwhile is shown afterwards. */
export function pause(paused: boolean): void {
  isPaused.value = paused;
  draw();
}

/** Follows the open alerts of the domain until the signal ends it; then nothing of them is left. */
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

/** First what happens from now on, then what there is: nothing falls between the two. */
async function followOnce(signal: AbortSignal, lose: () => void): Promise<void> {
  const joined = Promise.withResolvers<void>();
  let isRead = false;
  const options = {
    signal,
    onReach: () => joined.resolve(),
    // Too much was missed: all of it is read once more.
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

/** While the page is in sight: a browser has few connections to one host, which all of its tabs share. */
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

/** Whoever signs in next may belong to another domain. */
function forget(): void {
  open.clear();
  isPaused.value = false;
  draw();
  lastChange.value = '';
  liveFailure.value = undefined;
  liveState.value = 'loading';
}

/** Resolves when it is so. */
async function visibility(wanted: DocumentVisibilityState): Promise<void> {
  while (document.visibilityState !== wanted)
    await new Promise((resolve) => addEventListener('visibilitychange', resolve, { once: true }));
}
