import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value, type Path } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { joined, text } from '../../vocabulary/text.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

const kind = text('eventType', 'event');
const status = text('error.activity.status', 'activity.status', 'error.status');
const NAMES: Readonly<Record<string, string>> = {
  NewErrorOccurred: 'New error',
  ErrorReoccurred: 'Error reoccurred',
  StatusChanged: 'Status changed',
};

/** Derives the type. Of the activities of users, only a change of the status counts. */
function typeOf(alarm: Alarm): EventType | Ignored {
  if (text('event')(alarm) !== 'error_activity') return 'ALERT';
  const now = status(alarm)?.toLowerCase();
  if (now === 'resolved' || now?.startsWith('resolvedinversion')) return 'RECOVERY';
  return now === 'active'
    ? 'ALERT'
    : ignored(`${kind(alarm) ?? 'activity'} ${now ?? ''}: no change of the error`);
}

function counted(path: Path, what: string): Reader<string> {
  const read = text(path);
  return (alarm) => {
    const count = read(alarm);
    return count && `${count} ${what}`;
  };
}

const occurredAt = instant('error.lastOccurredOn', 'error.firstOccurredOn');
const activityAt = instant('error.activity.date', 'error.activityDate', 'activity.date', 'activityDate');

/** The webhook of Raygun: errors, and the activities of users on them. */
export const raygun: Plugin = {
  plugin_id: 'raygun',
  version: '1.0.0',
  name: 'Raygun',
  provider: 'raygun',
  docs: guideOf('systems/raygun'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/raygun'),
  recognises: anyShape(
    shaped('event', 'eventType', 'error.url', 'application'),
    shaped(['event', /^error_/], 'eventType'),
    shaped(['eventType', /Occurred|Reoccurred|FollowUp|Assigned|Status|Comment/i], 'error', 'application'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(wholeBody('error', 'eventType')),
    expects: {
      body: 'a webhook of Raygun (an object with `event` and `error`)',
      identity: '`error.url`',
      state: '`event` error_notification or error_activity',
    },
    event_key: text('error.url', 'error.id', 'error.message'),
    event_type: typeOf,
    title: firstOf(
      text('error.message'),
      joined(' in ', (alarm) => NAMES[kind(alarm) ?? ''] ?? kind(alarm), text('application.name')),
    ),
    description: joined(
      '\n',
      text('error.message'),
      counted('error.totalOccurrences', 'occurrences'),
      counted('error.usersAffected', 'users affected'),
      text('error.activity.message', 'error.description'),
    ),
    rule: kind,
    resource: resource('application', text('application.name'), text('application.url', 'application.name')),
    provider: () => 'raygun',
    occurred_at: (alarm) =>
      text('event')(alarm) === 'error_activity'
        ? (activityAt(alarm) ?? occurredAt(alarm))
        : occurredAt(alarm),
    additional_info: {
      eventType: text('eventType'),
      url: text('error.url'),
      application: text('application.url'),
      firstOccurredOn: text('error.firstOccurredOn'),
      totalOccurrences: value('error.totalOccurrences'),
      usersAffected: value('error.usersAffected'),
      tags: value('error.instance.tags'),
      customData: value('error.instance.customData'),
      activity: value('error.activity'),
    },
  }),
};
