import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { session } from '../session.js';
import type { Alert } from './open-alerts.js';

/** Who was told of an alert, in short, and what holds something back. */
export type Telling = Schemas['AlertTellingInfo'];

/** Milliseconds after which the same alerts are asked for again. */
const REFRESH_MS = 5_000;
/** Milliseconds after which all open alerts are asked for again, where a filter needs them. */
export const REFRESH_ALL_MS = 20_000;
/** Milliseconds between two requests, while somebody scrolls. */
const INTERVAL_MS = 500;
/** The maximum number of alerts of a request of the API. */
const MAX_ALERTS = 1_000;

interface Wish {
  readonly ids: readonly string[];
  readonly refreshMs: number;
}

/** What is known, by the ids of alerts: only of those that a component wants. */
export const tellings = signal<ReadonlyMap<string, Telling>>(new Map());
/** Why the last reading has failed. */
export const tellingsFailure = signal<string | undefined>(undefined);
/** What escalations do for these alerts. The stream does not report their steps. */
export const escalations = signal<ReadonlyMap<string, Alert['escalation']>>(new Map());
/** The number of alerts up to which their escalations are read: of those in sight, but not of all for a filter. */
const MAX_ESCALATIONS = 100;
const wishes = new Set<Wish>();
const readAt = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let reading = new AbortController();

/** Asks for everything again at once, because the user has changed something. */
export function forgetTellings(): void {
  readAt.clear();
}

/** The next user may belong to another domain. */
effect(() => {
  void session.value?.session_id;
  reading.abort();
  reading = new AbortController();
  readAt.clear();
  tellings.value = new Map();
  escalations.value = new Map();
  tellingsFailure.value = undefined;
});

/** Has these alerts asked for again and again, in one request for those of all components, as long as the component is shown. */
export function useTellings(ids: readonly string[], refreshMs = REFRESH_MS): void {
  useEffect(() => {
    if (ids.length === 0) return undefined;
    const wish = { ids, refreshMs };
    wishes.add(wish);
    timer ??= setTimeout(() => void readWanted(), INTERVAL_MS / 5);
    return () => void wishes.delete(wish);
  }, [ids.join(), refreshMs]);
}

async function readWanted(): Promise<void> {
  const begunAt = Date.now();
  const due = new Set<string>();
  for (const { ids, refreshMs } of wishes)
    for (const id of ids) if (begunAt - (readAt.get(id) ?? 0) >= refreshMs) due.add(id);
  if (due.size > 0 && document.visibilityState === 'visible') {
    const asked = [...due].slice(0, MAX_ALERTS);
    for (const id of asked) readAt.set(id, begunAt);
    await read(asked, reading.signal);
  }
  timer = wishes.size === 0 ? undefined : setTimeout(() => void readWanted(), INTERVAL_MS);
}

/** What cannot be read stays as it was: rows are of use without it, and it is asked for again. */
async function read(alert_ids: string[], signal: AbortSignal): Promise<void> {
  try {
    const domain_id = session.value?.domain_id ?? null;
    const [{ results }, steps] = await Promise.all([
      client.call('getAlertTellings', { body: { domain_id, alert_ids } }, { signal }),
      alert_ids.length > MAX_ESCALATIONS ? [] : readEscalations(alert_ids, signal),
    ]);
    if (signal.aborted) return;
    tellingsFailure.value = undefined;
    const wanted = new Set([...wishes].flatMap(({ ids }) => ids));
    for (const id of readAt.keys()) if (!wanted.has(id)) readAt.delete(id);
    const found = results.map((telling) => [telling.alert_id, telling] as const);
    tellings.value = keep(tellings.peek(), found, wanted);
    escalations.value = keep(
      escalations.peek(),
      steps.map(({ alert_id, escalation }) => [alert_id, escalation] as const),
      wanted,
    );
  } catch (error) {
    if (!signal.aborted) tellingsFailure.value = explainError(error);
  }
}

type Step = Pick<Alert, 'alert_id' | 'escalation'>;

async function readEscalations(ids: readonly string[], signal: AbortSignal): Promise<readonly Step[]> {
  const query = {
    filter: [{ k: 'alert_id', v: [...ids], o: 'in' as const }],
    only: ['alert_id', 'escalation'],
    page: { start: 1, limit: ids.length },
  };
  const { results } = await client.call('searchAlerts', { body: { query } }, { signal });
  return results as unknown as readonly Step[];
}

/** Returns what is known of the wanted alerts, with what was found now. */
function keep<Value>(
  known: ReadonlyMap<string, Value>,
  found: readonly (readonly [string, Value])[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, Value> {
  return new Map([...known, ...found].filter(([id]) => wanted.has(id)));
}

export const isHeldBack = (telling: Telling | undefined): boolean =>
  telling !== undefined && (telling.silenced_by.length > 0 || telling.inhibited_by.length > 0);

/** Whether nobody was told and nobody will be. What failed reached nobody either. */
export const isUntold = (telling: Telling | undefined): boolean =>
  telling !== undefined && (telling.state === 'NOBODY' || telling.state === 'FAILED');
