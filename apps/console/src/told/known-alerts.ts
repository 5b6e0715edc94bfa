import { signal } from '@preact/signals';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { openAlerts } from '../alerts/live-alerts.js';
import { client } from '../client.js';
import { getValue } from '../screens/search-query.js';

type Alert = Required<Schemas['AlertInfo']>;

/** The number of recent alerts that suggestions are taken from. */
const MAX_ALERTS = 200;
const MAX_VALUES = 50;

const FIELDS = [
  ...['severity', 'title', 'rule', 'resource.name', 'resource.resource_type', 'project_id', 'source.name'],
  ...['webhook_id', 'event_key', 'description'],
];

const recent = signal<readonly Alert[]>([]);

/** Loads the alerts that suggestions are taken from. Without them the user types the names. */
export async function loadKnownAlerts(): Promise<void> {
  const query = { sort: { keys: [{ key: 'opened_at', desc: true }] }, page: { start: 1, limit: MAX_ALERTS } };
  try {
    recent.value = (await client.call('searchAlerts', { body: { query } })).results as readonly Alert[];
  } catch {
    // Suggestions are a help only.
  }
}

const known = (): readonly object[] => [...openAlerts.value, ...recent.value];

/** Returns the fields of alerts, with the labels that were seen. */
export function knownFields(): readonly string[] {
  const labels = known().flatMap((alert) => Object.keys((alert as Partial<Alert>).labels ?? {}));
  return [...FIELDS, ...[...new Set(labels)].toSorted().map((name) => `labels.${name}`)];
}

/** Returns the values of a field that were seen. */
export function knownValues(field: string): readonly string[] {
  const label = /^labels\.(.+)$/.exec(field)?.[1];
  const values = known().map((alert) =>
    label === undefined ? getValue(alert, field) : (alert as Partial<Alert>).labels?.[label],
  );
  const texts = values.filter((value) => typeof value === 'string' && value !== '').map(String);
  return [...new Set(texts)].toSorted().slice(0, MAX_VALUES);
}
