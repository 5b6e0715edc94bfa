import { computed, signal } from '@preact/signals';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { openAlerts } from '../alerts/live-alerts.js';
import { client } from '../client.js';
import { getValue } from '../screens/search-query.js';

type Alert = Required<Schemas['AlertInfo']>;

/** The number of recent alerts that suggestions are taken from. */
const MAX_ALERTS = 200;
const MAX_VALUES = 50;
/** Senders may give each alert labels of its own. */
const MAX_FIELDS = 200;

const FIELDS = [
  ...['severity', 'title', 'rule', 'resource.name', 'resource.resource_type', 'project_id', 'source.name'],
  ...['webhook_id', 'event_key', 'description'],
];

/** Those that were open when a form was opened, and recent ones. Later changes do not count: each would cost a look at all of them. */
const known = signal<readonly Partial<Alert>[]>([]);

/** Loads the alerts that suggestions are taken from. Without them the user types the names. */
export async function loadKnownAlerts(): Promise<void> {
  const query = { sort: { keys: [{ key: 'opened_at', desc: true }] }, page: { start: 1, limit: MAX_ALERTS } };
  known.value = openAlerts.peek();
  try {
    const { results } = await client.call('searchAlerts', { body: { query } });
    known.value = [...openAlerts.peek(), ...(results as readonly Alert[])];
  } catch {
    // Suggestions are a help only.
  }
}

const fields = computed(() => {
  const labels = new Set(known.value.flatMap((alert) => Object.keys(alert.labels ?? {})));
  return [...FIELDS, ...[...labels].toSorted().map((name) => `labels.${name}`)].slice(0, MAX_FIELDS);
});

/** Returns the fields of alerts, with the labels that were seen. */
export const knownFields = (): readonly string[] => fields.value;

/** The values of each field that was asked for. */
const valuesOf = computed(() => ({ alerts: known.value, found: new Map<string, readonly string[]>() }));

/** Returns the values of a field that were seen. */
export function knownValues(field: string): readonly string[] {
  const { alerts, found } = valuesOf.value;
  const label = /^labels\.(.+)$/.exec(field)?.[1];
  const read = () => {
    const values = alerts.map((alert) =>
      label === undefined ? getValue(alert, field) : alert.labels?.[label],
    );
    const texts = values.filter((value) => typeof value === 'string' && value !== '').map(String);
    return [...new Set(texts)].toSorted().slice(0, MAX_VALUES);
  };
  const values = found.get(field) ?? read();
  found.set(field, values);
  return values;
}
