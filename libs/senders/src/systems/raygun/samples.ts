import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';
import { asText } from '../../vocabulary/plain.js';

const error = {
  url: 'https://app.raygun.com/crashreporting/1a2b/errors/42',
  message: 'NullReferenceException',
  firstOccurredOn: '2025-03-04T10:00:00Z',
  lastOccurredOn: '2025-03-04T10:15:00Z',
  usersAffected: 2,
  totalOccurrences: 5,
};
const application = { name: 'Shop', url: 'https://app.raygun.com/dashboard/1a2b' };
const activity = (eventType: string, more: object): object => ({
  event: 'error_activity',
  eventType,
  error: { ...error, activity: { date: '2025-03-04T10:30:00Z', ...more } },
  application,
});

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'error',
    body: asText({ event: 'error_notification', eventType: 'NewErrorOccurred', error, application }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: error.url,
          event_type: 'ALERT',
          title: 'NullReferenceException',
          resource: { resource_type: 'application', name: 'Shop' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'error',
    body: asText(activity('StatusChanged', { status: 'Resolved' })),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'several in a list: a comment, an error without a message',
    body: asText([
      activity('CommentAdded', { message: 'looking' }),
      {
        event: 'error_notification',
        eventType: 'ErrorReoccurred',
        error: { ...error, message: '' },
        application,
      },
    ]),
    expect: [{ outcome: 'IGNORED' }, { outcome: 'EVENT', event: { title: 'Error reoccurred in Shop' } }],
  },
  posted(
    'an error told of flatly, resolved',
    {
      event: 'error_activity',
      eventType: 'StatusChanged',
      error: {
        url: 'https://app.raygun.com/crashreporting/1a2b/errors/43',
        status: 'Resolved',
        description: 'fixed in 2.4',
        activityDate: '2025-03-04T10:45:00Z',
        lastOccurredOn: '2025-03-04T10:15:00Z',
      },
      application,
    },
    { event_type: 'RECOVERY', description: 'fixed in 2.4', occurred_at: new Date('2025-03-04T10:45:00Z') },
  ),
];
