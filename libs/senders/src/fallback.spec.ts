import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { parseDelivery } from './plugin-api/parse-delivery.js';
import { isAsync, type Plugin, type PluginOutcome } from './plugin-api/plugin.js';
import { parseAlarms } from '../../monitoring/src/processing/domain/parse-alarms.js';
import { BUILT_IN_PLUGINS } from './built-in.js';
import { findOutcomeProblem } from './plugin-api/conformance.js';
import { PluginRegistry } from './registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const received_at = new Date('2026-11-20T12:00:00Z');

const deliveryOf = (body: Json) => ({
  body,
  content_type: 'application/json',
  headers: {},
  query: {},
  path_suffix: '',
  received_at,
});

function pluginWithFallback(plugin_id: string): Plugin {
  const wrapped = registry.wrapWithFallback(registry.get(plugin_id));
  if (isAsync(wrapped)) throw new Error('works elsewhere');
  return wrapped;
}

function read(plugin_id: string, body: Json): readonly PluginOutcome[] {
  const outcomes = parseDelivery(pluginWithFallback(plugin_id), deliveryOf(body), {});
  for (const one of outcomes) expect(findOutcomeProblem(one, body)).toBeUndefined();
  return outcomes;
}

const grafana = {
  receiver: 'r',
  status: 'firing',
  orgId: 1,
  alerts: [
    { status: 'firing', labels: { alertname: 'Disk' }, fingerprint: 'f1', startsAt: '2026-11-20T11:00:00Z' },
  ],
  title: '[FIRING:1] Disk',
  state: 'alerting',
};

describe('fallback for alarms that a plugin cannot parse', () => {
  it('parses an acknowledgement of another sender', () => {
    const body = {
      event: { id: 'e', event_type: 'incident.acknowledged', data: { id: 'P1', title: 'Disk' } },
    };
    expect(read('pingdom', body)).toMatchObject([
      {
        outcome: 'ACKNOWLEDGED',
        acknowledgement: { event_key: 'P1', acknowledged: true },
        fallback: expect.stringContaining('Pingdom') as string,
      },
    ]);
  });

  it('parses with the plugin that recognises the body and marks the event', () => {
    expect(read('pingdom', grafana)).toMatchObject([
      {
        outcome: 'EVENT',
        event: {
          title: 'Disk',
          provider: 'grafana',
          additional_info: {
            auto: { recognised: 'grafana' },
            fallback: {
              plugin_id: 'pingdom',
              version: '1.1.0',
              reason: expect.stringContaining('Pingdom') as string,
            },
          },
        },
        fallback: expect.stringContaining('Pingdom') as string,
      },
    ]);
  });

  it('parses by field names if no plugin recognises the body', () => {
    const body = { title: 'Disk full', status: 'firing', host: 'db-1' };
    expect(read('pingdom', body)).toMatchObject([
      {
        outcome: 'EVENT',
        event: {
          title: 'Disk full',
          event_type: 'ALERT',
          additional_info: { auto: { recognised: null }, fallback: { plugin_id: 'pingdom' } },
        },
      },
    ]);
  });

  it('returns the error of the plugin if nothing can parse the body', () => {
    const body = { hello: 'world' };
    expect(read('pingdom', body)).toEqual(parseDelivery(registry.get('pingdom'), deliveryOf(body), {}));
  });

  it('parses only the elements that the plugin cannot parse, and keeps their order', () => {
    const alert = (name: string) => ({ status: 'firing', labels: { alertname: name }, fingerprint: name });
    const odd = { title: 'Odd one', state: 'firing' };
    const outcomes = read('prometheus', { version: '4', alerts: [alert('a'), odd, alert('b'), 7] });
    expect(outcomes.map((one) => one.outcome)).toEqual(['EVENT', 'EVENT', 'EVENT', 'IGNORED']);
    expect(outcomes.map((one) => 'fallback' in one)).toEqual([false, true, false, false]);
    expect(outcomes[1]).toMatchObject({ event: { title: 'Odd one', pointer: '/alerts/1' } });
  });

  it('applies the default severity of the webhook', () => {
    const body = { title: 'Disk full', status: 'firing', host: 'db-1' };
    const [one] = parseDelivery(pluginWithFallback('pingdom'), deliveryOf(body), {}, 'INFO');
    expect(one).toMatchObject({ outcome: 'EVENT', event: { severity: 'INFO' } });
  });

  it('returns IGNORED with a reason for a test message', () => {
    expect(read('pingdom', { event: 'ping', message: 'hello' })).toMatchObject([
      {
        outcome: 'IGNORED',
        reason: expect.stringMatching(
          /test message \(read by auto: pingdom 1.1.0 could not, .+\)$/,
        ) as string,
      },
    ]);
  });

  it('parses the body if the plugin throws', () => {
    const broken = { ...registry.get('pingdom'), parse: () => raise('no such field') };
    const reader = registry.wrapWithFallback(broken) as Plugin;
    expect(parseDelivery(reader, deliveryOf(grafana), {})).toMatchObject([
      { outcome: 'EVENT', fallback: 'plugin pingdom 1.1.0 failed: no such field' },
    ]);
  });

  it('gives the event the same id as the plugin of its sender', () => {
    const alert = { status: 'firing', labels: { alertname: 'a' }, fingerprint: 'f' };
    const delivery = {
      ...deliveryOf(null),
      body: Buffer.from(JSON.stringify({ version: '4', alerts: [alert] })),
    };
    const ids = (plugin: Plugin) =>
      parseAlarms(plugin, {}, '0198c0de-0000-7000-8000-000000000000', delivery).map((one) =>
        one.kind === 'alarm' ? one.alarm.event_id : one.kind,
      );
    const own = ids(registry.get('prometheus'));
    expect(own).toHaveLength(1);
    expect(ids(pluginWithFallback('pingdom'))).toEqual(own);
  });
});

it('the fallback does not change outcomes of deliveries that the plugin can parse', () => {
  for (const plugin of BUILT_IN_PLUGINS) {
    for (const sample of plugin.samples) {
      const delivery = {
        ...deliveryOf(null),
        body: Buffer.from(sample.body),
        content_type: sample.content_type ?? '',
      };
      const ids = '0198c0de-0000-7000-8000-000000000000';
      const own = parseAlarms(plugin, {}, ids, delivery);
      if (own.some(({ kind }) => kind === 'unreadable')) continue;
      expect(parseAlarms(registry.wrapWithFallback(plugin) as Plugin, {}, ids, delivery)).toEqual(own);
    }
  }
});

it('async plugins and auto are not wrapped with the fallback', () => {
  const auto = registry.get('auto');
  expect(registry.wrapWithFallback(auto)).toBe(auto);
  const asyncPlugin = { ...auto, plugin_id: 'elsewhere', parseAsync: () => Promise.resolve([]) };
  expect(registry.wrapWithFallback(asyncPlugin)).toBe(asyncPlugin);
});

function raise(message: string): never {
  throw new Error(message);
}
