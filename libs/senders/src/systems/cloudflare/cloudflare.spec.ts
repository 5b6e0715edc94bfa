import { describe, expect, it } from 'vitest';
import { createSampleDelivery } from '../../plugin-api/check-sample.js';
import { cloudflare } from './plugin.js';
import { cloudflareV1_0 } from './v1-0.plugin.js';

describe('a notification of Cloudflare that names no resource', () => {
  const sample = cloudflare.samples.find(({ name }) => name === 'errors of an origin, without a name');
  const parse = (plugin: typeof cloudflare) =>
    plugin
      .parse(createSampleDelivery(sample ?? { name: '', body: '{}', expect: [] }), {})
      .map((one) => (one.outcome === 'EVENT' ? one.event.resource : one));

  it('is not about the notification itself', () => {
    expect(parse(cloudflare)).toEqual([{}]);
    expect(parse(cloudflareV1_0)).toMatchObject([{ resource_id: 'Origin errors', name: null }]);
  });
});
