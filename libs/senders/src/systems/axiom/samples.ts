import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const event = {
  monitorID: 'Rxg89nIwu9WwrOsJKA',
  title: 'Triggered: Errors of the shop',
  description: 'Look at the runbook.',
  body: 'Current value of 12 is above the threshold of 10',
  timestamp: '2025-03-04 10:15:00 +0000 UTC',
  value: 12,
  matchedEvent: { host: 'web-1' },
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'errors',
    body: asText({ action: 'Open', event }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'Rxg89nIwu9WwrOsJKA',
          event_type: 'ALERT',
          title: 'Triggered: Errors of the shop',
          rule: 'Errors of the shop',
          description: 'Look at the runbook.\n\nCurrent value of 12 is above the threshold of 10',
          resource: { name: 'web-1' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'errors',
    body: asText({ action: 'Closed', event: { ...event, title: 'Resolved: Errors of the shop' } }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY', rule: 'Errors of the shop' } }],
  },
  {
    name: 'several in a list, with groups',
    body: asText([
      { action: 'Open', event: { ...event, groupValues: ['eu'] } },
      { action: 'Open', event: { ...event, groupValues: ['us'] } },
    ]),
    expect: [
      { outcome: 'EVENT', event: { event_key: 'Rxg89nIwu9WwrOsJKA/eu', resource: { name: 'eu' } } },
      { outcome: 'EVENT', event: { event_key: 'Rxg89nIwu9WwrOsJKA/us' } },
    ],
  },
];
