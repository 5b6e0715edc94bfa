import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS } from '../../built-in.js';
import { createSampleDelivery } from '../../plugin-api/check-sample.js';
import { PluginRegistry } from '../../registry.js';

const auto = new PluginRegistry(BUILT_IN_PLUGINS).get('auto');
const read = (body: string) =>
  auto.parse(createSampleDelivery({ name: 'text', content_type: 'text/plain', body, expect: [] }), {});

describe('events of Sentinel as plain text, read by auto', () => {
  it('pair the outage of an instance with its end, whatever its role', () => {
    expect(read('+sdown master cache 192.0.2.1 6379')).toMatchObject([
      { event: { event_type: 'ALERT', event_key: 'sdown/cache/192.0.2.1:6379' } },
    ]);
    expect(read('-sdown slave 192.0.2.1:6379 192.0.2.1 6379 @ cache 192.0.2.2 6379')).toMatchObject([
      { event: { event_type: 'RECOVERY', event_key: 'sdown/cache/192.0.2.1:6379' } },
    ]);
  });

  it('are not seen in other texts', () => {
    for (const text of ['ALERT: +sdown of a plan', 'the master db-1 db-2 3 is down'])
      expect(read(text)).not.toMatchObject([{ event: { provider: 'redis-sentinel' } }]);
  });
});
