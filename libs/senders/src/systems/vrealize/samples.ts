import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const vm = {
  startDate: 1741082400000,
  updateDate: 1741082400000,
  cancelDate: 1741082400000,
  alertId: 'b9c1',
  alertName: 'VM is out of memory',
  criticality: 'ALERT_CRITICALITY_LEVEL_IMMEDIATE',
  type: 'ALERT_TYPE_VIRTUALIZATION_PROBLEM',
  subType: 'ALERT_SUBTYPE_PERFORMANCE_PROBLEM',
  resourceId: 'vm-77',
  resourceName: 'shop-db',
  resourceKind: 'VirtualMachine',
  adapterKind: 'VMWARE',
  info: 'Memory contention 12 %',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing; the date of the end says nothing while it is active',
    { ...vm, status: 'ACTIVE' },
    {
      event_key: 'b9c1',
      event_type: 'ALERT',
      title: 'VM is out of memory',
      description: 'Memory contention 12 %',
      severity: 'ERROR',
      resource: { resource_id: 'vm-77', resource_type: 'VirtualMachine', name: 'shop-db' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'vm' },
  ),
  posted(
    'resolved',
    { ...vm, status: 'CANCELED', cancelDate: 1741082700000 },
    { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:05:00.000Z') },
    { incident: 'vm' },
  ),
  posted(
    'without a name',
    { alertId: 'x', status: 'ACTIVE', resourceName: 'esx-1', subType: 'ALERT_SUBTYPE_AVAILABILITY_PROBLEM' },
    { title: 'esx-1: availability problem' },
  ),
  posted('no status', { alertId: 'x' }, 'ERROR'),
];
