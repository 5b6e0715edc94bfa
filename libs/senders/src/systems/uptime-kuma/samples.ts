import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const monitor = { id: 3, name: 'Shop', url: 'https://shop.example.com', type: 'http', hostname: null };
const beat = { monitorID: 3, time: '2025-03-04 10:00:00.250', ping: null, important: true, duration: 60 };
const zone = { localDateTime: '2025-03-04 11:00:00', timezone: 'Europe/Berlin', timezoneOffset: '+01:00' };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    {
      heartbeat: { ...beat, ...zone, status: 0, msg: 'timeout of 48000ms exceeded' },
      monitor,
      msg: '[Shop] [🔴 Down] timeout of 48000ms exceeded',
    },
    {
      event_key: '3',
      event_type: 'ALERT',
      title: 'Shop is DOWN',
      description: 'timeout of 48000ms exceeded',
      rule: 'http',
      resource: { resource_id: 'https://shop.example.com', resource_type: 'service', name: 'Shop' },
      occurred_at: new Date('2025-03-04T10:00:00.250Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved, with the local time only',
    { heartbeat: { ...zone, status: 1, msg: '200 - OK' }, monitor, msg: '[Shop] [✅ Up] 200 - OK' },
    { event_key: '3', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:00:00.000Z') },
    { incident: 'shop' },
  ),
  posted(
    'a certificate that expires',
    {
      heartbeat: null,
      monitor: null,
      msg: '[Shop][https://shop.example.com] server certificate shop.example.com will expire in 14 days',
    },
    { event_key: 'certificate/Shop', event_type: 'ALERT', severity: 'WARNING' },
    { incident: 'certificate' },
  ),
  posted(
    'a domain that expires',
    { heartbeat: null, monitor: null, msg: 'Domain name example.com will expire in 14 days' },
    {
      event_key: 'domain/example.com',
      event_type: 'ALERT',
      severity: 'WARNING',
      resource: { name: 'example.com' },
    },
  ),
  posted(
    'a certificate, in the words of 1.x',
    {
      heartbeat: null,
      monitor: null,
      msg: '[Shop][https://shop.example.com] server certificate shop will be expired in 7 days',
    },
    { event_key: 'certificate/Shop', event_type: 'ALERT', severity: 'WARNING' },
  ),
  posted(
    'any other message',
    { heartbeat: null, monitor: null, msg: 'Group 3 has 2 problems' },
    { event_key: 'Group # has # problems', event_type: 'ALERT', title: 'Group 3 has 2 problems' },
  ),
  posted('the test button', { heartbeat: null, monitor: null, msg: 'My Notification Testing' }, 'IGNORED'),
  posted('pending', { heartbeat: { status: 2 }, monitor, msg: 'retry' }, 'IGNORED'),
  posted('maintenance', { heartbeat: { status: 3 }, monitor, msg: '' }, 'IGNORED'),
  posted(
    'JSON in a multipart form, as Request Body *Form Data* posts it',
    [
      '--b0',
      'Content-Disposition: form-data; name="data"',
      '',
      JSON.stringify({ heartbeat: { ...beat, status: 1 }, monitor, msg: 'up' }),
      '--b0--',
      '',
    ].join('\r\n'),
    { event_key: '3', event_type: 'RECOVERY', pointer: '/data' },
    { content_type: 'multipart/form-data; boundary=b0', incident: 'shop' },
  ),
  posted(
    'JSON in a form field',
    new URLSearchParams({
      data: JSON.stringify({ heartbeat: { ...beat, status: 0 }, monitor, msg: 'down' }),
    }).toString(),
    { event_key: '3', event_type: 'ALERT', pointer: '/data' },
    { content_type: 'application/x-www-form-urlencoded', incident: 'shop' },
  ),
  posted(
    'a number that is no state',
    { heartbeat: { status: -1, msg: '' }, monitor: { id: 4, name: 'shop' }, msg: 'shop' },
    'ERROR',
  ),
];
