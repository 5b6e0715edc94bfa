import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const form = (status: string, code: string): string =>
  new URLSearchParams({
    TestID: '7001122',
    URL: 'https://shop.example.com',
    Token: '0',
    Method: 'Website',
    Name: 'Shop',
    StatusCode: code,
    Status: status,
    Checkrate: '300',
    Tags: '',
  }).toString();
const content_type = 'application/x-www-form-urlencoded';

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    form('Down', '503'),
    {
      event_key: '7001122',
      event_type: 'ALERT',
      title: 'Shop is Down',
      description: 'Status code 503',
      rule: 'Website',
      resource: { resource_id: 'https://shop.example.com', resource_type: 'website', name: 'Shop' },
    },
    { incident: 'shop', content_type },
  ),
  posted(
    'resolved',
    form('Up', '200'),
    { event_key: '7001122', event_type: 'RECOVERY', title: 'Shop is Up' },
    { incident: 'shop', content_type },
  ),
  posted(
    'an empty TestID: the address identifies it',
    'TestID=&URL=https%3A%2F%2Fwww.example.com&StatusCode=0&Status=Down',
    { event_key: 'https://www.example.com', event_type: 'ALERT' },
    { content_type },
  ),
  posted('neither up nor down', 'TestID=1&Status=Paused', 'ERROR', { content_type }),
];
