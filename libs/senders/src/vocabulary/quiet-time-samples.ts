import type { PluginSample } from '../plugin-api/plugin.js';
import { posted } from './posted.js';

export interface StateWords {
  readonly good: string;
  readonly bad: string;
  /** The kind of the notification at the end of flapping. */
  readonly flappingEnds: string;
}

/** What every descendant of Nagios tells besides a problem and its end, of one service whose incident is `disk`. */
export function quietTimeSamples(
  disk: Readonly<Record<string, string>>,
  { good, bad, flappingEnds }: StateWords,
): readonly PluginSample[] {
  return [
    posted(
      'flapping begins: no problem is told of from here on',
      { notification_type: 'FLAPPINGSTART', ...disk, service_state: bad },
      { event_key: 'db-3!disk /var', event_type: 'ALERT', severity: 'CRITICAL' },
      { incident: 'disk' },
    ),
    posted(
      'flapping begins in a good state',
      { notification_type: 'FLAPPINGSTART', ...disk, service_state: good },
      'IGNORED',
    ),
    posted(
      'flapping ended in a good state',
      { notification_type: flappingEnds, ...disk, service_state: good },
      { event_key: 'db-3!disk /var', event_type: 'RECOVERY' },
      { incident: 'disk' },
    ),
    posted(
      'flapping ended in a bad state',
      { notification_type: flappingEnds, ...disk, service_state: bad },
      { event_key: 'db-3!disk /var', event_type: 'ALERT', severity: 'CRITICAL' },
      { incident: 'disk' },
    ),
    posted(
      'a downtime ended, and it recovered meanwhile',
      { notification_type: 'DOWNTIMEEND', ...disk, service_state: good },
      { event_key: 'db-3!disk /var', event_type: 'RECOVERY' },
      { incident: 'disk' },
    ),
    posted(
      'a downtime ended in a bad state: a problem follows',
      { notification_type: 'DOWNTIMEEND', ...disk, service_state: bad },
      'IGNORED',
    ),
    posted(
      'a reminder',
      {
        notification_type: 'PROBLEM',
        ...disk,
        service_state: bad,
        last_service_state_change: '1741078800',
      },
      { event_type: 'ALERT', occurred_at: new Date('2025-03-04T09:00:00.000Z') },
      { incident: 'disk' },
    ),
    posted(
      'custom: somebody has something to say',
      { notification_type: 'CUSTOM', ...disk, service_state: bad, author: 'ann', comment: 'looking' },
      { event_type: 'ALERT', severity: 'CRITICAL' },
      { incident: 'disk' },
    ),
  ];
}

/** Where the line breaks of the long output are escaped. */
export function longOutputSample(disk: Readonly<Record<string, string>>, { bad }: StateWords): PluginSample {
  return posted(
    'output of several lines',
    {
      notification_type: 'PROBLEM',
      ...disk,
      service_state: bad,
      long_service_output: String.raw`/var 3%\n/home 4%\nC:\\new`,
    },
    {
      description: 'DISK CRITICAL - free space: /var 312 MB (3%)\n/var 3%\n/home 4%\nC:\\new',
    },
    { incident: 'disk' },
  );
}
