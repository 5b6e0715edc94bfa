import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const trigger = {
  version: 'v0.1.0',
  id: 'abdcefg',
  name: 'Slow checkout',
  status: 'TRIGGERED',
  summary: 'Triggered: Slow checkout',
  description: 'Currently greater than threshold value (2) for service:checkout (value 5)',
  operator: 'greater than',
  threshold: 2,
  result_url: 'https://ui.honeycomb.io/acme/result/1',
  result_groups_triggered: [{ Group: { service: 'checkout' }, Result: 5 }],
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'slow',
    body: asText(trigger),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'abdcefg',
          event_type: 'ALERT',
          title: 'Slow checkout',
          description: trigger.description,
          resource: { name: 'checkout' },
        },
      },
    ],
  },
  {
    name: 'resolved, in lower case',
    incident: 'slow',
    body: asText({ ...trigger, status: 'ok', result_groups_triggered: [] }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  { name: 'a test', body: asText({ ...trigger, is_test: true }), expect: [{ outcome: 'IGNORED' }] },
  {
    name: 'several in a list, one without an id',
    body: asText([trigger, { ...trigger, id: undefined }]),
    expect: [
      { outcome: 'EVENT', event: {} },
      { outcome: 'EVENT', event: { event_key: 'Slow checkout' } },
    ],
  },
];
