import { expect, it } from 'vitest';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { PluginRegistry } from '../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const receipt = { delivery_id: 'delivery_1', received_at: new Date('2025-03-04T10:15:00Z') };

it.each(['statusgator', 'updown'])('plugin %s and auto respond with 200', (id) => {
  const plugin = registry.get(id);
  const [sample] = plugin.samples;
  const delivery = createSampleDelivery(sample ?? { name: '', body: '{}', expect: [] });
  const answer = {
    status: 200,
    body: { delivery_id: 'delivery_1', received_at: '2025-03-04T10:15:00.000Z', status: 'ACCEPTED' },
  };
  expect(plugin.answer?.(delivery, receipt, {})).toEqual(answer);
  expect(registry.get('auto').answer?.(delivery, receipt, {})).toEqual(answer);
});

it('auto uses the default response for other senders', () => {
  const delivery = createSampleDelivery({ name: '', body: '{"title":"x","status":"down"}', expect: [] });
  expect(registry.get('auto').answer?.(delivery, receipt, {})).toBeUndefined();
});
