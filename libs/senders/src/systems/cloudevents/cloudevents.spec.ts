import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from '../../built-in.js';
import { createSampleDelivery } from '../../plugin-api/check-sample.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { PluginRegistry } from '../../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const event = { specversion: '1.0', id: '1', source: '/shop', subject: 'db-1', type: 'com.example.alert' };

function read(body: Json, version?: string, headers: Readonly<Record<string, string>> = {}) {
  const delivery = createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] });
  const plugin = registry.get('cloudevents', version) as Plugin;
  return plugin
    .parse({ ...delivery, headers: { ...delivery.headers, ...headers } }, {})
    .map((one) => (one.outcome === 'EVENT' ? [one.event.event_type, one.event.severity] : [one.outcome]));
}

describe('the plugin cloudevents', () => {
  it('reads state and severity from extension attributes', () => {
    const data = { title: 'Disk full' };
    expect(read({ ...event, severity: 'critical', state: 'firing', data })).toEqual([['ALERT', 'CRITICAL']]);
    expect(read({ ...event, severity: 'critical', state: 'resolved', data })).toEqual([
      ['RECOVERY', 'CRITICAL'],
    ]);
    expect(read({ ...event, alertstate: 'behoben', data })).toEqual([['RECOVERY', undefined]]);
  });

  it('reads extension attributes from headers in binary mode', () => {
    const headers = { 'ce-specversion': '1.0', 'ce-id': '1', 'ce-type': 'a.b', 'ce-source': '/shop' };
    expect(
      read({ title: 'Disk' }, undefined, { ...headers, 'ce-status': 'ok', 'ce-severity': 'medium' }),
    ).toEqual([['RECOVERY', 'WARNING']]);
  });

  it.each([
    'com.example.connection.closed',
    'com.example.replication.with-errors.closed',
    'io.vault.token.expired',
  ])('takes the end of something else for an alert: %s', (type) =>
    expect(read({ ...event, type, data: { title: 'x' } })[0]?.[0]).toBe('ALERT'),
  );

  it.each(['com.example.alert.resolved', 'incident.closed', 'com.example.db.recovered'])(
    'takes the end of an alarm for a recovery: %s',
    (type) => expect(read({ ...event, type, data: { title: 'x' } })[0]?.[0]).toBe('RECOVERY'),
  );

  it('keeps what version 1.0.0 read', () => {
    expect(read({ ...event, type: 'a.connection.closed', data: {} }, '1.0.0')[0]?.[0]).toBe('RECOVERY');
    expect(read({ ...event, state: 'resolved', data: {} }, '1.0.0')[0]?.[0]).toBe('ALERT');
  });
});
