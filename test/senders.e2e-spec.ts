import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS } from '#monitoring';
import { call } from './client.js';
import { rootApiKey } from './processes.js';
import { startService, type Service } from './service.js';

type Fields = Readonly<Record<string, unknown>>;

interface Sample {
  readonly name: string;
  readonly content_type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: Fields;
  readonly body: string;
  readonly expect: readonly {
    readonly outcome: string;
    readonly event?: Fields;
    readonly acknowledgement?: Fields;
  }[];
  readonly incident?: string;
}

interface Delivery {
  readonly outcomes: readonly { readonly outcome: string; readonly event_id: string | null }[];
}

const MONITORING = '/monitoring/v1';
/** The arrival time of samples that are not posted by a sender. */
const ARRIVAL = '2026-01-01T00:00:00.000Z';
const authorization = `Bearer ${rootApiKey}`;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const request = <T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => call<T>(method, `${service.api.url}${MONITORING}/${path}`, body, headers);

const PLUGINS = [
  ...BUILT_IN_PLUGINS.map(({ plugin_id, version }) => [plugin_id, version] as const),
  ['mapping', '1.1.0'] as const,
  ['mapping', '1.0.0'] as const,
];

it('every plugin that has samples is tried', async () => {
  const { body } = await request<{ results: { plugin_id: string; versions: string[] }[] }>(
    'GET',
    'plugins?domain_id=demo',
  );
  const known = body.results.flatMap(({ plugin_id, versions }) =>
    versions.map((one) => `${plugin_id} ${one}`),
  );
  const testedPlugins = new Set(PLUGINS.map((one) => one.join(' ')));
  const untried = known.filter((one) => !testedPlugins.has(one));
  for (const one of untried) {
    const [plugin_id, version] = one.split(' ');
    const { body: plugin } = await request<{ samples: Sample[] }>(
      'GET',
      `plugin/${plugin_id}?version=${version}`,
    );
    expect([one, plugin.samples]).toEqual([one, []]);
  }
});

// The tests mostly wait, so they run concurrently.
describe.concurrent.each(PLUGINS)('the samples of %s %s', (plugin_id, version) => {
  let samples: readonly Sample[];

  beforeAll(async () => {
    samples = (await request<{ samples: Sample[] }>('GET', `plugin/${plugin_id}?version=${version}`)).body
      .samples;
  });

  it('have the expected outcomes in a preview', async () => {
    for (const sample of samples) {
      const query = new URLSearchParams({ version, options: JSON.stringify(sample.options ?? {}) });
      const { status, body } = await request<{ outcomes: Sample['expect'] }>(
        'POST',
        `plugin/${plugin_id}/preview?${query}`,
        sample.body,
        { authorization, ...headersOf(sample) },
      );
      expect([sample.name, status]).toEqual([sample.name, 200]);
      expect([sample.name, body.outcomes]).toEqual([sample.name, sample.expect.map(matcherOf)]);
    }
  });

  it('have the expected outcomes at a webhook', async () => {
    const keys = new Map<string, Set<unknown>>();
    for (const [options, some] of Map.groupBy(samples, (one) => JSON.stringify(one.options ?? {}))) {
      const webhook = await webhookOf(plugin_id, version, options);
      for (const sample of some) {
        const { status, body } = await call<Delivery>('POST', webhook.url, sample.body, {
          prefer: 'wait=20',
          ...headersOf(sample),
        });
        expect([sample.name, status]).toEqual([sample.name, 200]);
        const outcomes = await Promise.all(body.outcomes.map(readResult));
        expect([sample.name, outcomes]).toEqual([sample.name, sample.expect.map(storedMatcher)]);
        for (const { event } of outcomes)
          if (event !== undefined && sample.incident !== undefined)
            keys.set(sample.incident, (keys.get(sample.incident) ?? new Set()).add(event['event_key']));
      }
      const { body } = await request<{ health: Fields }>(
        'GET',
        `webhook/${webhook.webhook_id}?domain_id=demo`,
      );
      expect(body.health).toMatchObject({ received_count: some.length, backlog: 0 });
    }
    for (const [incident, found] of keys) expect([incident, [...found]]).toEqual([incident, [[...found][0]]]);
  });
});

async function webhookOf(plugin_id: string, version: string, options: string) {
  const { status, body } = await request<{ webhook_id: string; webhook_url: string }>('POST', 'webhooks', {
    name: `${plugin_id} ${crypto.randomUUID()}`,
    plugin_info: { plugin_id, version, options: JSON.parse(options) as unknown },
    settings: { deduplicate: false },
    project_id: 'p1',
    domain_id: 'demo',
  });
  expect(status).toBe(201);
  return { ...body, url: service.api.url + new URL(body.webhook_url).pathname };
}

function headersOf({ content_type = 'application/json', headers = {} }: Sample): Record<string, string> {
  return { 'content-type': content_type, ...headers };
}

const OUTCOME_OF_STATUS: Readonly<Record<string, string>> = { CREATED: 'EVENT', QUARANTINED: 'ERROR' };

async function readResult({ outcome, event_id }: Delivery['outcomes'][number]) {
  if (outcome !== 'CREATED') return { outcome: OUTCOME_OF_STATUS[outcome] ?? outcome };
  const { body } = await request<Fields>('GET', `event/${event_id}?domain_id=demo`);
  return { outcome: 'EVENT', event: body };
}

/** Returns a matcher for the fields that a sample names, also inside objects. */
function matcherOf({ outcome, event, acknowledgement }: Sample['expect'][number]): unknown {
  // `auto` may parse what the plugin cannot, see test/fallback.e2e-spec.ts.
  if (outcome === 'ERROR') return expect.anything();
  if (acknowledgement !== undefined)
    return { outcome, acknowledgement: expect.objectContaining(fieldMatchers(acknowledgement)) };
  return event === undefined
    ? expect.objectContaining({ outcome })
    : { outcome, event: expect.objectContaining(fieldMatchers(event)) };
}

/** An acknowledgement creates no event, and is ignored if its alert is not open. */
function storedMatcher(one: Sample['expect'][number]): unknown {
  return one.outcome === 'ACKNOWLEDGED'
    ? { outcome: expect.stringMatching(/^(?:ACKNOWLEDGED|IGNORED)$/) }
    : matcherOf(one);
}

function fieldMatchers(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'pointer')
      .map(([name, value]) => [name, isArrival(name, value) ? expect.any(String) : valueMatcher(value)]),
  );
}

/** Whether the value is the time of arrival, which replaces a missing time of the sender. */
function isArrival(name: string, value: unknown): boolean {
  return value === ARRIVAL || (name === 'occurred_at' && value === null);
}

function valueMatcher(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? expect.objectContaining(fieldMatchers(value as Fields))
    : value;
}
