import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SAMPLES_ARRIVE } from '../domain/check-sample.js';
import { parseDelivery } from '../domain/parse-delivery.js';
import type { PluginEvent } from '../domain/plugin.js';
import { readBody } from '../domain/read-body.js';
import { BUILT_IN_PLUGINS } from './built-in.js';
import { PluginRegistry } from './plugin-registry.js';
import { severityOf } from './reading/severity.js';

/** Bodies that real senders posted, with what they should become. They belong to others, so they are not in here. */
const FOLDER =
  process.env['PAYLOADS_DIR'] ?? fileURLToPath(new URL('../../../../../shared/payloads', import.meta.url));

const READ_BY: Readonly<Record<string, string>> = {
  'prometheus-alertmanager': 'prometheus',
  'prometheus-api-v2-alerts': 'prometheus',
  'grafana-legacy': 'grafana',
  'grafana-unified-alerting': 'grafana',
  'spaceone-direct': 'direct',
};

interface ExpectedEvent {
  readonly event_type?: string | null;
  readonly event_type_not?: readonly string[];
  readonly severity?: string | number;
  readonly title?: string;
  readonly description?: string;
  readonly resource_name?: string;
  readonly rule?: string;
  readonly account?: string;
  readonly occurred_at?: string;
  readonly occurred_at_any_of?: readonly string[];
}

interface Expectation {
  readonly content_type: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expect: {
    readonly event_count: number | null;
    readonly events: readonly ExpectedEvent[];
    readonly same_incident_as?: readonly string[];
  };
}

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const present = existsSync(FOLDER);
if (!present) console.warn(`corpus: no payloads at ${FOLDER} (PAYLOADS_DIR), skipped`);

function expectationOf(folder: string, file: string): Expectation {
  const path = `${FOLDER}/${folder}/${file.replace(/\.(json|txt)$/, '.expect.json')}`;
  return JSON.parse(readFileSync(path, 'utf8')) as Expectation;
}

function eventsOf(folder: string, file: string): PluginEvent[] {
  const plugin = registry.get(READ_BY[folder] ?? '');
  const { content_type, headers = {} } = expectationOf(folder, file);
  const read = readBody(readFileSync(`${FOLDER}/${folder}/${file}`), content_type);
  if (!read.ok) throw new Error(read.reason);
  const delivery = {
    body: read.body,
    content_type,
    headers,
    query: {},
    path_suffix: '',
    received_at: SAMPLES_ARRIVE,
  };
  return parseDelivery(plugin, delivery, {}).flatMap((outcome) =>
    outcome.outcome === 'EVENT' ? [outcome.event] : [],
  );
}

function bodiesIn(folder: string): readonly string[] {
  const files = present && existsSync(`${FOLDER}/${folder}`) ? readdirSync(`${FOLDER}/${folder}`) : [];
  return files.filter((file) => !file.endsWith('.expect.json'));
}

const cases = Object.keys(READ_BY).flatMap((folder) =>
  bodiesIn(folder).map((file) => [folder, file] as const),
);

describe.skipIf(!present)('payloads of real senders', () => {
  it.each(cases)('%s/%s', (folder, file) => {
    const { expect: expected } = expectationOf(folder, file);
    const events = eventsOf(folder, file);
    if (expected.event_count !== null) expect(events).toHaveLength(expected.event_count);
    for (const [index, wanted] of expected.events.entries()) {
      const event = events[index];
      // Where the type is left open, no event at all is an answer too.
      if (event === undefined) expect(wanted.event_type ?? null).toBeNull();
      else expectEvent(event, wanted);
    }
    const keys = events.map(({ event_key }) => event_key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const other of expected.same_incident_as ?? []) {
      for (const event of eventsOf(folder, other))
        expect(keys.length === 0 || keys.includes(event.event_key)).toBe(true);
    }
  });
});

function expectEvent(event: PluginEvent, wanted: ExpectedEvent): void {
  if (typeof wanted.event_type === 'string') expect(event.event_type).toBe(wanted.event_type);
  for (const type of wanted.event_type_not ?? []) expect(event.event_type).not.toBe(type);
  if (wanted.severity !== undefined) expect(event.severity).toBe(severityOf(String(wanted.severity)));
  const fields = [
    [event.title, wanted.title],
    [event.description, wanted.description],
    [event.resource?.name, wanted.resource_name],
    [event.rule, wanted.rule],
    [event.account, wanted.account],
  ];
  for (const [has, part] of fields) if (part !== undefined) expect(has).toContain(part);
  const instants =
    wanted.occurred_at_any_of ?? (wanted.occurred_at === undefined ? undefined : [wanted.occurred_at]);
  if (instants !== undefined) expect(instants).toContain(event.occurred_at?.toISOString());
}
