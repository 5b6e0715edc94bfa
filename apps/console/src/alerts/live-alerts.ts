import { computed, signal } from '@preact/signals';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { SEVERITIES, type Severity } from '../severity.js';

/** Nothing of it is left out where nothing was left out of the question. */
export type Alert = Required<Schemas['AlertInfo']>;

/** What a page of the API holds at most. */
const PAGE = 1_000;
/** Milliseconds between two redraws: with 50 changes a second each by itself could not be read. */
const REDRAW_EVERY = 100;

const open = new Map<string, Alert>();
const shown = signal<readonly Alert[]>([]);
let redraw: ReturnType<typeof setTimeout> | undefined;

/** `loading`: not all of them are there yet. */
export const liveState = signal<'loading' | 'live' | 'paused' | 'lost'>('loading');
export const liveFailure = signal<string | undefined>(undefined);
/** The last thing that happened, for a screen reader. */
export const lastChange = signal('');

/** Worst first, then the newest. */
export const openAlerts = computed(() => shown.value);

export const totals = computed<ReadonlyMap<Severity, number>>(() => {
  const counts = new Map<Severity, number>(SEVERITIES.map((severity) => [severity, 0]));
  for (const { severity } of shown.value) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  return counts;
});

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const byUrgency = (a: Alert, b: Alert): number =>
  rank(a.severity) - rank(b.severity) || (a.opened_at < b.opened_at ? 1 : -1);

function take(alert: Alert): void {
  if (alert.state === 'OPEN') open.set(alert.alert_id, alert);
  else open.delete(alert.alert_id);
  redraw ??= setTimeout(draw, REDRAW_EVERY);
}

/** Those of the own page are there at once. */
export function takeAlert(alert: Alert): void {
  if (open.has(alert.alert_id)) take(alert);
}

function draw(): void {
  redraw = undefined;
  if (liveState.value !== 'paused') shown.value = [...open.values()].toSorted(byUrgency);
}

/** What happens meanwhile is shown afterwards. */
export function pause(paused: boolean): void {
  if (liveState.value === 'lost' || liveState.value === 'loading') return;
  liveState.value = paused ? 'paused' : 'live';
  draw();
}

/** Follows the open alerts of the domain until the signal ends it. */
export async function followOpenAlerts(end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const round = new AbortController();
    const signal = AbortSignal.any([end, round.signal]);
    // First what happens from now on, then what there is: nothing falls between the two.
    const following = follow(signal, () => round.abort());
    try {
      await readAll(signal);
      await following;
    } catch (error) {
      if (end.aborted) return;
      if (!round.signal.aborted) liveFailure.value = explain(error);
      round.abort();
      liveState.value = 'lost';
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

async function follow(signal: AbortSignal, lose: () => void): Promise<void> {
  const options = {
    signal,
    // Too much was missed: all of it is read once more.
    onReset: lose,
    onLoss: () => (liveState.value = 'lost'),
    onReturn: () => (liveState.value = 'live'),
  };
  for await (const { message } of client.followAlerts({}, options)) {
    const alert = message.data.alert as Alert;
    take(alert);
    if (liveState.value === 'live')
      lastChange.value = `${message.type.replace('alert.', '')}: ${alert.title}`;
  }
}

async function readAll(signal: AbortSignal): Promise<void> {
  const query = {
    filter: [{ k: 'state', v: 'OPEN', o: 'eq' as const }],
    page: { start: 1, limit: PAGE },
  };
  const before = new Set(open.keys());
  const pages = client.pages('searchAlerts', { body: { query } }, { signal });
  for await (const { results } of pages) {
    for (const alert of results as readonly Alert[]) {
      before.delete(alert.alert_id);
      // What the stream has said is newer.
      const known = open.get(alert.alert_id);
      if (known === undefined || known.last_received_at <= alert.last_received_at) take(alert);
    }
  }
  for (const gone of before) open.delete(gone);
  draw();
  liveFailure.value = undefined;
  if (liveState.value !== 'paused') liveState.value = 'live';
  draw();
}
