import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const alarm = {
  dedupeKey: 'exampleuniqueID-disk',
  title: 'Disk of the archive',
  body: 'The archive host runs out of disk.',
  type: 'OK_TO_FIRING',
  severity: 'CRITICAL',
  timestampEpochMillis: 1741083300000,
  timestamp: '2025-03-04T10:15:00Z',
  alarmMetaData: [
    {
      id: 'ocid1.alarm.oc1.eu-frankfurt-1.example',
      status: 'FIRING',
      severity: 'CRITICAL',
      query: 'DiskUtilization[1m].max() > 90',
      totalMetricsFiring: 1,
      dimensions: [
        {
          resourceId: 'ocid1.instance.oc1.example',
          resourceDisplayName: 'archive-1',
          region: 'eu-frankfurt-1',
        },
      ],
      alarmUrl: 'https://cloud.oracle.com/monitoring/alarms/example',
    },
  ],
  version: 1.5,
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'disk',
    body: asText(alarm),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'exampleuniqueID-disk',
          event_type: 'ALERT',
          title: 'Disk of the archive',
          severity: 'CRITICAL',
          resource: { name: 'archive-1', resource_id: 'ocid1.instance.oc1.example' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'disk',
    body: asText({ ...alarm, type: 'FIRING_TO_OK', timestampEpochMillis: 1741084200000 }),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'several in a list',
    body: asText([alarm, { ...alarm, dedupeKey: 'other', type: 'REPEAT' }]),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'ALERT' } },
      { outcome: 'EVENT', event: { event_key: 'other' } },
    ],
  },
  {
    name: 'a subscription to confirm',
    headers: { 'x-oci-ns-messagetype': 'SubscriptionConfirmation' },
    body: '{}',
    expect: [{ outcome: 'IGNORED' }],
  },
];
