import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const wan = {
  entityId: 'e7',
  entityName: 'fw-1',
  entityType: 'firewall',
  subject: 'Alert',
  alertId: 'YQ==',
  correlationId: 'YWI=',
  alertName: 'WAN link is down',
  alertDescription: 'No answer',
  alertSeverity: 1,
  alertSeverityString: 'Emergency',
  companyId: '708207120256930557',
  companyName: 'Acme',
  date: '2025-03-04T10:00:00.998Z',
  link: 'https://acme.eu1.my.auvik.com/alert/1',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing: state 0',
    { ...wan, alertStatus: 0, alertStatusString: 'Triggered' },
    {
      event_key: 'YWI=',
      event_type: 'ALERT',
      title: 'WAN link is down',
      description: 'No answer',
      severity: 'CRITICAL',
      account: '708207120256930557',
      resource: { resource_id: 'e7', resource_type: 'firewall', name: 'fw-1' },
      occurred_at: new Date('2025-03-04T10:00:00.998Z'),
    },
    { incident: 'wan' },
  ),
  posted(
    'resolved',
    { ...wan, alertStatus: 1, alertStatusString: 'Cleared' },
    { event_key: 'YWI=', event_type: 'RECOVERY' },
    { incident: 'wan' },
  ),
  posted(
    'without ids of the thing',
    { ...wan, entityId: null, entityType: null, alertStatus: 0 },
    { resource: { resource_id: 'fw-1', resource_type: 'device' } },
    { incident: 'wan' },
  ),
  posted('dismissed', { ...wan, alertStatus: 7, alertStatusString: 'Dismissed' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
