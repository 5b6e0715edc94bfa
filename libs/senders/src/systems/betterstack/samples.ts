import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const attributes = {
  name: 'Shop',
  url: 'https://shop.example.com',
  http_method: 'GET',
  cause: 'Status 503',
  started_at: '2025-03-04T10:00:00.000Z',
  acknowledged_at: null,
  resolved_at: null,
  screenshot_url: 'https://shots.example.com/1.png',
  regions: ['eu', 'us'],
  team_name: 'Platform',
};
const incident = {
  id: '25',
  type: 'incident',
  relationships: { monitor: { data: { id: '2', type: 'monitor' } } },
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { data: { ...incident, attributes: { ...attributes, status: 'Started' } } },
    {
      event_key: 'incident/25',
      event_type: 'ALERT',
      title: 'Shop: Status 503',
      description: 'Status 503',
      account: 'Platform',
      image_url: 'https://shots.example.com/1.png',
      resource: { resource_id: 'https://shop.example.com', name: 'Shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'acknowledged',
    { data: { ...incident, attributes: { ...attributes, status: 'Acknowledged' } } },
    'IGNORED',
  ),
  posted(
    'resolved',
    {
      data: {
        ...incident,
        attributes: { ...attributes, status: 'Resolved', resolved_at: '2025-03-04T10:07:00.000Z' },
      },
    },
    {
      event_key: 'incident/25',
      event_type: 'RECOVERY',
      occurred_at: new Date('2025-03-04T10:07:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'without a status: the times tell',
    {
      data: { id: '26', type: 'incident', attributes: { name: 'Mail', started_at: '2025-03-04T10:00:00Z' } },
    },
    { event_key: 'incident/26', event_type: 'ALERT', title: 'Mail' },
  ),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
  ...(['new_error', 'resolved', 'ignored'] as const).map((event) =>
    posted(
      `an error: ${event}`,
      {
        data: {
          id: 'e7',
          type: 'error',
          attributes: {
            event,
            application_id: 4,
            application_name: 'shop',
            team_id: 9,
            error_type: 'KeyError',
            error_message: 'no such cart',
            error_url: 'https://errors.betterstack.com/team/9/errors/e7',
          },
        },
      },
      event === 'ignored'
        ? 'IGNORED'
        : {
            event_key: 'error/e7',
            event_type: event === 'resolved' ? 'RECOVERY' : 'ALERT',
            title: 'KeyError: no such cart',
            resource: { name: 'shop', resource_id: '4' },
          },
      { incident: 'error' },
    ),
  ),
];
