import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, furtherMembers, labels, tags } from '../../vocabulary/labels.js';
import { value, type Path } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const activityKind = text('eventType', 'event');
const status = text('error.activity.status', 'activity.status', 'error.status');
const ACTIVITY_NAMES: Readonly<Record<string, string>> = {
  NewErrorOccurred: 'New error',
  ErrorReoccurred: 'Error reoccurred',
  StatusChanged: 'Status changed',
};

/** Derives the type. Of the activities of users, only a change of the status counts. */
function deriveEventType(alarm: Alarm): EventType | Ignored {
  if (text('event')(alarm) !== 'error_activity') return 'ALERT';
  const newStatus = status(alarm)?.toLowerCase();
  if (newStatus === 'resolved' || newStatus?.startsWith('resolvedinversion')) return 'RECOVERY';
  return newStatus === 'active'
    ? 'ALERT'
    : ignored(`${activityKind(alarm) ?? 'activity'} ${newStatus ?? ''}: no change of the error`);
}

function countText(path: Path, label: string): Reader<string> {
  const read = text(path);
  return (alarm) => {
    const count = read(alarm);
    return count && `${count} ${label}`;
  };
}

const occurredAt = instant('error.lastOccurredOn', 'error.firstOccurredOn');
const activityAt = instant('error.activity.date', 'error.activityDate', 'activity.date', 'activityDate');

/** The webhook of Raygun: errors, and the activities of users on them. */
export const raygun: Plugin = {
  plugin_id: 'raygun',
  version: '1.1.0',
  name: 'Raygun',
  provider: 'raygun',
  docs: loadGuide('systems/raygun'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/raygun'),
  recognises: recogniseAny(
    recogniseBy('event', 'eventType', 'error.url', 'application'),
    recogniseBy(['event', /^error_/], 'eventType'),
    recogniseBy(
      ['eventType', /Occurred|Reoccurred|FollowUp|Assigned|Status|Comment/i],
      'error',
      'application',
    ),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('error', 'eventType')),
    expects: {
      body: 'a webhook of Raygun (an object with `event` and `error`)',
      identity: '`error.url`',
      state: '`event` error_notification or error_activity',
    },
    event_key: text('error.url', 'error.id', 'error.message'),
    event_type: deriveEventType,
    title: firstOf(
      text('error.message'),
      joined(
        ' in ',
        (alarm) => ACTIVITY_NAMES[activityKind(alarm) ?? ''] ?? activityKind(alarm),
        text('application.name'),
      ),
    ),
    description: joined(
      '\n',
      text('error.message'),
      countText('error.totalOccurrences', 'occurrences'),
      countText('error.usersAffected', 'users affected'),
      text('error.activity.message', 'error.description'),
    ),
    rule: activityKind,
    resource: resource('application', text('application.name'), text('application.url', 'application.name')),
    provider: () => 'raygun',
    occurred_at: (alarm) =>
      text('event')(alarm) === 'error_activity'
        ? (activityAt(alarm) ?? occurredAt(alarm))
        : occurredAt(alarm),
    labels: allLabels(labels('error.instance.customData'), tags('error.instance.tags')),
    links: { source: link('error.url') },
    additional_info: {
      eventType: text('eventType'),
      firstOccurredOn: text('error.firstOccurredOn'),
      totalOccurrences: value('error.totalOccurrences'),
      usersAffected: value('error.usersAffected'),
      customData: furtherMembers('error.instance.customData'),
      activity: value('error.activity'),
    },
    additional_info_0_2: {
      url: text('error.url'),
      application: text('application.url'),
      tags: value('error.instance.tags'),
      customData: value('error.instance.customData'),
    },
  }),
};
