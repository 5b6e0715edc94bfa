import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const shop = {
  monitorID: '700112233',
  monitorURL: 'https://shop.example.com',
  monitorFriendlyName: 'Shop',
  alertID: '99',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    {
      ...shop,
      alertType: '1',
      alertTypeFriendlyName: 'Down',
      alertDetails: 'Connection Timeout',
      alertDateTime: '1741082400',
    },
    {
      event_key: '700112233',
      event_type: 'ALERT',
      title: 'Shop is DOWN',
      description: 'Connection Timeout',
      resource: { resource_id: 'https://shop.example.com', name: 'Shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    {
      ...shop,
      alertType: '2',
      alertTypeFriendlyName: 'Up',
      alertDetails: 'HTTP 200 - OK',
      alertDuration: '61',
    },
    { event_key: '700112233', event_type: 'RECOVERY', title: 'Shop is UP', occurred_at: null },
    { incident: 'shop' },
  ),
  posted(
    'a certificate that expires, beside whatever is down',
    { ...shop, alertType: '3', alertTypeFriendlyName: 'SSL Expiry', sslExpiryDaysLeft: '14' },
    {
      event_key: '700112233/expiry',
      event_type: 'ALERT',
      severity: 'WARNING',
      title: 'Shop is about to expire',
    },
    { incident: 'certificate' },
  ),
  posted(
    'a body of the user, in which a variable was not filled',
    { monitor_id: '*monitorID*', monitor_url: 'mail.example.com', alert_type_friendly_name: 'Down' },
    { event_key: 'mail.example.com', event_type: 'ALERT', title: 'mail.example.com is DOWN' },
  ),
  posted(
    'a form',
    'monitorID=5&monitorFriendlyName=Mail&alertType=1&alertTypeFriendlyName=Down',
    { event_key: '5', event_type: 'ALERT' },
    { content_type: 'application/x-www-form-urlencoded' },
  ),
  posted('a monitor is paused', { ...shop, alertType: '99', alertTypeFriendlyName: 'Paused' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
