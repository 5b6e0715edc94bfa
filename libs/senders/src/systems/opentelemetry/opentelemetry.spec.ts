import { expect, it } from 'vitest';
import { parseJson } from '#shared/kernel/json.js';
import { loadSamples } from '../../assets.js';
import { BUILT_IN_PLUGINS } from '../../built-in.js';
import { PluginRegistry } from '../../registry.js';

it.each(['opentelemetry', 'auto'])(
  '%s parses two log records as two alarms, and responds as OTLP requires',
  (plugin_id) => {
    const plugin = BUILT_IN_PLUGINS.find((one) => one.plugin_id === plugin_id);
    const delivery = {
      body: parseJson(loadSamples('systems/opentelemetry')[0]?.body ?? ''),
      headers: {},
      content_type: 'application/json',
      query: {},
      path_suffix: '',
      received_at: new Date('2025-03-04T10:00:02Z'),
    };
    expect(plugin?.parse(delivery, {})).toMatchObject([
      { event: { event_type: 'ALERT', pointer: '/resourceLogs/0/scopeLogs/0/logRecords/0' } },
      { event: { event_type: 'ALERT', pointer: '/resourceLogs/0/scopeLogs/0/logRecords/1' } },
    ]);
    const receipt = { delivery_id: 'delivery_1', received_at: delivery.received_at };
    expect(new PluginRegistry(BUILT_IN_PLUGINS).get(plugin_id).answer?.(delivery, receipt, {})).toEqual({
      status: 200,
      body: {},
    });
  },
);
