import { expect, it } from 'vitest';
import type { PluginEvent } from '../plugin-api/plugin.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { PluginRegistry } from '../registry.js';

const plugins = new PluginRegistry(BUILT_IN_PLUGINS);

const deliveryOf = (body: string) => ({
  body,
  content_type: 'text/plain',
  headers: {},
  query: {},
  path_suffix: '',
  received_at: new Date('2026-11-20T12:00:00Z'),
});

function read(body: string): PluginEvent {
  const [one] = plugins.get('auto').parse(deliveryOf(body), {});
  if (one?.outcome !== 'EVENT') throw new Error(`no event: ${JSON.stringify(one)}`);
  return one.event;
}

const collectd = (severity: string, value: string, words: string) => `Severity: ${severity}
Time: 1700000000.515
Host: web-1.example.org
Plugin: cpu
PluginInstance: 0
Type: cpu
TypeInstance: idle
DataSource: value
CurrentValue: ${value}
WarningMax: nan
FailureMax: 9.500000e+01

Host web-1.example.org, plugin cpu (instance 0) type cpu (instance idle): ${words}`;

it('reads the notifications of collectd', () => {
  const failure = read(
    collectd(
      'FAILURE',
      '9.7e+01',
      'Data source "value" is currently 97.000000. That is above the failure threshold of 95.000000.',
    ),
  );
  expect(failure).toMatchObject({
    event_type: 'ALERT',
    severity: 'ERROR',
    title: expect.stringContaining('is currently 97.000000') as string,
    resource: { name: 'web-1.example.org' },
    occurred_at: new Date(1_700_000_000_515),
    raw_data: { Plugin: 'cpu', CurrentValue: '9.7e+01' },
    pointer: '',
  });
  const okay = read(collectd('OKAY', '2.1e+01', 'All data sources are within range again.'));
  expect(okay.event_type).toBe('RECOVERY');
  expect(okay.event_key).toBe(failure.event_key);
  const other = read(collectd('FAILURE', '1', 'x y').replace('PluginInstance: 0', 'PluginInstance: 1'));
  expect(other.event_key).not.toBe(failure.event_key);
});

it.each([
  ['FAILURE: load of web-1 is 17.5.', 'OKAY: load of web-1 is 2.'],
  ['[FIRING] Disk full on db-1', '[RESOLVED] Disk full on db-1'],
  ['web-1 is DOWN', 'web-1 is UP'],
  ['Disk full on db-1\nonly 3 % left', 'RESOLVED: Disk full on db-1\n80 % left'],
  ['Status: critical\nService: shop\nHost: web-1', 'Status: OK\nService: shop\nHost: web-1'],
])('gives %j and its recovery the same event key', (firing, over) => {
  const [alert, recovery] = [read(firing), read(over)];
  expect([alert.event_type, recovery.event_type]).toEqual(['ALERT', 'RECOVERY']);
  expect(recovery.event_key).toBe(alert.event_key);
});

it('distinguishes alarms by their title and keeps the whole text', () => {
  const [disk, load] = [read('Disk full on db-1\r\n\r\nsee the runbook'), read('Load high on db-1')];
  expect(disk).toMatchObject({
    title: 'Disk full on db-1',
    description: 'see the runbook',
    raw_data: { title: 'Disk full on db-1', description: 'see the runbook' },
  });
  expect(disk.event_key).not.toBe(load.event_key);
  expect(read('Error: no space left on device').title).toBe('Error: no space left on device');
});

it('reads blocks of fields below a sentence, and no banner', () => {
  const text = (state: string, host: string) =>
    `=== Alarm of the plant ===\n\nPump ${state}\n\nHost: ${host}\nStatus: ${state}\nSeverity: critical\n\nSee the manual.\n\nArea: 4\nTeam: night\n`;
  const alert = read(text('failed', 'p-1'));
  expect(alert).toMatchObject({
    event_type: 'ALERT',
    severity: 'CRITICAL',
    title: 'Pump failed',
    resource: { name: 'p-1' },
    raw_data: { Area: '4', Team: 'night', message: 'See the manual.' },
  });
  expect(read(text('failed', 'p-2')).event_key).not.toBe(alert.event_key);
});

it('no plugin recognises plain text as its own', () => {
  for (const { plugin_id, version } of plugins.list()) {
    const plugin = plugins.get(plugin_id, version);
    expect([plugin_id, plugin.recognises?.(deliveryOf('Disk full on db-1')) ?? 0]).toEqual([plugin_id, 0]);
    expect(plugin.answer?.(deliveryOf('Disk full on db-1'), RECEIPT, {})?.status ?? 200).toBeLessThan(300);
  }
});
const RECEIPT = { delivery_id: 'delivery_x', received_at: new Date(0) };

it('parses adversarial texts in under a second', () => {
  const started = performance.now();
  for (const text of [
    `a${' '.repeat(500_000)}b`,
    'a: '.repeat(200_000),
    `a ${'('.repeat(500_000)}`,
    'k: v\n'.repeat(100_000),
  ])
    plugins.get('auto').parse(deliveryOf(text), {});
  expect(performance.now() - started).toBeLessThan(1_000);
});
