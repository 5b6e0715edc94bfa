import { describe, expect, it } from 'vitest';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import type { PluginOutcome } from '../plugin-api/plugin.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { PluginRegistry } from '../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const group = {
  receiver: 'x',
  alerts: [{ status: 'firing', labels: { alertname: 'Disk' }, annotations: {}, fingerprint: 'f1' }],
};

function read(plugin: string, body: unknown): readonly PluginOutcome[] {
  return registry
    .get(plugin)
    .parse(createSampleDelivery({ name: 'x', body: JSON.stringify(body), expect: [] }), {});
}

describe('a body forwarded by a relay', () => {
  it.each([
    ['in `data`', { type: 'alert', timestamp: '2025-03-04T10:15:00Z', data: group }, '/data/alerts/0'],
    [
      'in `body` beside the headers of its request',
      { headers: { a: 'b' }, params: {}, query: {}, body: group },
      '/body/alerts/0',
    ],
    ['as text in `payload`', { id: '1', payload: JSON.stringify(group) }, '/payload/alerts/0'],
  ])('is parsed by the plugin of its sender and recognised by auto: %s', (_, body, pointer) => {
    const event = { event_key: 'f1', event_type: 'ALERT', pointer };
    expect(read('prometheus', body)).toMatchObject([{ outcome: 'EVENT', event }]);
    expect(read('auto', body)).toMatchObject([
      { outcome: 'EVENT', event: { ...event, additional_info: { auto: { recognised: 'prometheus' } } } },
    ]);
  });

  it('is parsed as an acknowledgement with a pointer into the envelope', () => {
    const taken = {
      action: 'Acknowledge',
      integrationName: 'x',
      alert: { alertId: '1', alias: 'a', message: 'm' },
    };
    const relayed = { type: 'alert', timestamp: '2025-03-04T10:15:00Z', data: taken };
    expect(read('opsgenie', relayed)).toMatchObject([
      { outcome: 'ACKNOWLEDGED', acknowledgement: { event_key: 'a', pointer: '/data' } },
    ]);
  });

  it('is not unwrapped if the envelope has unexpected fields', () => {
    expect(read('prometheus', { data: group, actor: { id: 1 } })).toMatchObject([
      { outcome: 'ERROR', pointer: '' },
    ]);
  });

  it('gets the error of the outer body if the inner one cannot be parsed', () => {
    expect(read('prometheus', { data: { hello: 'world' } })).toMatchObject([
      { outcome: 'ERROR', pointer: '' },
    ]);
  });
});
