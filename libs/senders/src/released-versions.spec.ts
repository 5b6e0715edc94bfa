import { describe, expect, it } from 'vitest';
import { createAsyncPlugins } from './async-plugins.js';
import { BUILT_IN_PLUGINS } from './built-in.js';
import { checkSample, createSampleDelivery } from './plugin-api/check-sample.js';
import type { Plugin, PluginEvent, PluginOutcome } from './plugin-api/plugin.js';
import { toJsonText } from './vocabulary/plugin-defaults.js';
import { PluginRegistry } from './registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);

function eventsOf(outcomes: readonly PluginOutcome[]): readonly PluginEvent[] {
  return outcomes.flatMap((one) => (one.outcome === 'EVENT' ? [one.event] : []));
}

/** A plugin, a sample that its newest version parses differently, and the event that version 1.0.0 gives. */
const OLD_EVENTS: readonly (readonly [plugin_id: string, sample: string, event: Partial<PluginEvent>])[] = [
  ['aws-sns', 'a backup failed', { event_key: 'b0-j-1', title: 'Notification from AWS Backup' }],
  ['azure-devops', 'a job of a stage fails', { event_key: 'p1/shop/Build', title: 'shop/Build failed' }],
  ['cloudflare', 'the next deployment succeeded', { event_key: 'q1/pages_event_alert', event_type: 'ALERT' }],
  ['cloudflare', 'an attack on a zone', { resource: { resource_id: 'Attacks', name: 'shop.example.com' } }],
  ['datadog', 'a picture in a field that is called as the variable', { image_url: null }],
  ['datadog', 'the default payload with a priority: triggered', { severity: 'ERROR' }],
  ['datadog', 'names in camel case: Triggered', { event_key: '31' }],
  ['elastic', 'a watch that posts ctx as it is', { title: 'errors-of-shop' }],
  ['healthchecks', 'in the form for PagerDuty: trigger', { title: 'TRIGGER' }],
  [
    'honeybadger',
    'the alarm without an id is over',
    { event_key: '[Shop] OK: Checkout errors is no longer in alert status' },
  ],
  ['librato', 'version 1, with a source', { resource: {} }],
  ['newrelic', 'an incident whose event alone says that it is closed', { event_type: 'ALERT' }],
  [
    'opentelemetry',
    'two log records are two alarms',
    { event_key: 'orders/web-1/Connection pool exhausted after' },
  ],
  ['opsgenie', 'a priority without its letter', { severity: undefined }],
  ['prometheus', 'as Prometheus lists its own alerts', { severity: undefined, occurred_at: null }],
  [
    'splunk',
    'a real-time search without a name',
    { event_key: 'search/rt_scheduler__ada__search__Failed_logins_at_1741083300_2.7/bastion-1' },
  ],
  ['teamcity', 'a personal build', { event_key: 'Shop_UnitTests/main', event_type: 'RECOVERY' }],
  [
    'uptime-kuma',
    'a body of the user with the message alone: up',
    { event_key: '[Mail [EU]] [✅ Up] # ready', event_type: 'ALERT', severity: 'WARNING' },
  ],
  ['uptimerobot', 'a body of the user without the name of the monitor', { title: 'DOWN', occurred_at: null }],
  ['zabbix', 'an escalation is canceled: no recovery follows', { event_type: 'ALERT' }],
  ['zabbix', 'streamed: its end', { event_key: '7644', event_type: 'ALERT' }],
];

describe('released versions of plugins', () => {
  it('stay beside every newer version', () => {
    const all = [...BUILT_IN_PLUGINS, ...createAsyncPlugins({} as never, {} as never)];
    const versions = Map.groupBy(all, ({ plugin_id }) => plugin_id);
    expect(versions.size).toBeGreaterThan(90);
    for (const [plugin_id, some] of versions)
      expect([plugin_id, some.map(({ version }) => version)]).toEqual([
        plugin_id,
        expect.arrayContaining(['1.0.0']),
      ]);
  });

  it.each(OLD_EVENTS)('%s 1.0.0 keeps its event for the sample: %s', async (plugin_id, name, event) => {
    const [newest, oldVersion] = [registry.get(plugin_id), registry.get(plugin_id, '1.0.0')];
    const sample = newest.samples.find((one) => one.name === name);
    if (sample === undefined) throw new Error(`${plugin_id} has no sample "${name}"`);
    expect(eventsOf(oldVersion.parse(createSampleDelivery(sample), {}))[0]).toMatchObject(event);
    expect(await checkSample(newest, sample)).toBeUndefined();
    expect(await checkSample(oldVersion, sample)).toBeDefined();
  });

  const read = (plugin: Plugin, body: Parameters<typeof toJsonText>[0]): readonly PluginEvent[] =>
    eventsOf(plugin.parse(createSampleDelivery({ name: '', body: toJsonText(body), expect: [] }), {}));

  it('auto reads the time beside a list by the names that its version knew', () => {
    const alerts = [{ title: 'Disk full', status: 'firing' }];
    const timeOf = (version: string, around: Readonly<Record<string, string>>): string | undefined =>
      read(registry.get('auto', version), { ...around, alerts })[0]?.occurred_at?.toISOString();
    expect(timeOf('1.0.0', { date: '2024-05-01' })).toBe('2024-05-01T00:00:00.000Z');
    expect(timeOf('1.1.0', { date: '2024-05-01' })).toBeUndefined();
    expect(timeOf('1.0.0', { check_ran_at: '2024-05-01T10:00:00Z', time: '2024-05-01T11:00:00Z' })).toBe(
      '2024-05-01T11:00:00.000Z',
    );
  });

  it.each(['nagios', 'checkmk', 'icinga'])(
    '%s ignores a nested service object if a field names the host',
    (id) => {
      const body = { host: 'db-1', service: { name: 'Disk', state: 'OK' }, state: 'CRITICAL' };
      expect(read(registry.get(id), body)).toMatchObject([{ event_key: 'db-1', event_type: 'ALERT' }]);
    },
  );

  it.each(['grafana', 'signoz'])(
    '%s does not parse state and severity of the alert list of Prometheus',
    (id) => {
      const alert = { labels: { alertname: 'A', severity: 'ticket' }, state: 'pending' };
      expect(read(registry.get(id), { alerts: [alert] })).toMatchObject([
        { event_type: 'ALERT', severity: undefined },
      ]);
    },
  );
});
