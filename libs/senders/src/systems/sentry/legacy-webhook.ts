import { isObject, type Json } from '#shared/kernel/json.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { pairTags } from './pair-tags.js';
import { issueFromUrl, organizationFromUrl } from './url-parts.js';

const messageText = firstOf(
  text('message', 'event.title', 'event.logentry.formatted', 'event.message'),
  joined(
    ': ',
    text('event.metadata.type', 'event.exception.values[0].type'),
    text('event.metadata.value', 'event.exception.values[0].value'),
  ),
  text('culprit'),
);

/** Reads the server from the tags of the event, which are written as `[[name, value]]` or `[{key, value}]`. */
function findServer(alarm: Alarm): string | undefined {
  const tags = value('event.tags', 'tags')(alarm);
  for (const tag of Array.isArray(tags) ? (tags as Json[]) : []) {
    const [name, tagValue] = Array.isArray(tag)
      ? (tag as Json[])
      : isObject(tag)
        ? [tag['key'], tag['value']]
        : [];
    if (name === 'server_name' || name === 'hostname') return textOf(tagValue);
  }
  return text('event.server_name', 'server_name', 'event.tags.server_name')(alarm);
}

/** The WebHooks plug-in of a project. It sends the events of an issue, but no resolutions. */
export const LEGACY_WEBHOOK: AlarmFormat = {
  alarms: singleOrList(wholeBody('event', 'project_slug', 'culprit', 'project_name', 'project')),
  expects: {
    body: "the body of a project's WebHooks plug-in (an object with `project` and `event`)",
    identity: '`id` or `url`, else `project` and `message`',
    state: 'an event',
  },
  event_key: firstOf(
    text('id'),
    issueFromUrl('url'),
    text('url'),
    // The same message is the same alarm. The id of the event differs each time.
    (alarm) => joined('/', text('project', 'project_slug', 'project_name'), messageText)(alarm),
    text('event.event_id', 'project', 'project_name'),
  ),
  event_type: () => 'ALERT',
  title: messageText,
  description: joined(
    '\n',
    text('culprit', 'event.culprit'),
    text('event.metadata.value', 'event.logentry.formatted'),
  ),
  severity: severity('level', 'event.level'),
  rule: text('triggering_rules[0]'),
  resource: firstOf(
    (alarm) =>
      text('project_slug')(alarm) === undefined
        ? undefined
        : resource('project', text('project_slug'), text('project', 'project_slug'))(alarm),
    resource('host', findServer),
    resource('project', text('project', 'project_name')),
  ),
  provider: () => 'sentry',
  account: organizationFromUrl('url'),
  occurred_at: instant('event.timestamp', 'event.received', 'event.datetime'),
  labels: allLabels(
    pairTags('event.tags', 'tags'),
    labelled({ environment: text('event.environment'), platform: text('event.platform') }),
  ),
  links: { source: link('url') },
  additional_info: {
    event_id: text('event.event_id'),
    release: text('event.release'),
    location: text('event.location'),
    triggering_rules: value('triggering_rules'),
  },
  additional_info_0_2: {
    url: text('url'),
    environment: text('event.environment'),
    platform: text('event.platform'),
    tags: value('event.tags'),
  },
};
