import { firstOf } from '../reading/alarm.js';
import { wholeBody } from '../reading/alarms.js';
import { alsoListed } from '../reading/formats.js';
import { instant } from '../reading/instant.js';
import { value } from '../reading/path.js';
import { resource } from '../reading/resource.js';
import type { Sender } from '../reading/sender.js';
import { severity } from '../reading/severity.js';
import { joined, text } from '../reading/text.js';
import { issueIn, organizationIn } from './issue-in-link.js';

/** The WebHooks plug-in of a project: an event of an issue, and never that it was resolved. */
export const LEGACY: Sender = {
  alarms: alsoListed(wholeBody('event', 'project_slug', 'culprit')),
  expects: {
    body: "the body of a project's WebHooks plug-in (an object with `project` and `event`)",
    identity: '`id` or `url`',
    state: 'an event',
  },
  event_key: firstOf(text('id'), issueIn('url'), text('url', 'event.event_id')),
  event_type: () => 'ALERT',
  title: firstOf(
    text('message', 'event.title', 'event.logentry.formatted', 'event.message'),
    joined(
      ': ',
      text('event.metadata.type', 'event.exception.values[0].type'),
      text('event.metadata.value', 'event.exception.values[0].value'),
    ),
    text('culprit'),
  ),
  description: joined(
    '\n',
    text('culprit', 'event.culprit'),
    text('event.metadata.value', 'event.logentry.formatted'),
  ),
  severity: severity('level', 'event.level'),
  rule: text('triggering_rules[0]'),
  resource: resource(
    'project',
    text('project_slug', 'project', 'project_name'),
    text('project', 'project_slug'),
  ),
  provider: () => 'sentry',
  account: organizationIn('url'),
  occurred_at: instant('event.timestamp', 'event.received', 'event.datetime'),
  additional_info: {
    url: text('url'),
    event_id: text('event.event_id'),
    environment: text('event.environment'),
    release: text('event.release'),
    platform: text('event.platform'),
    tags: value('event.tags'),
    location: text('event.location'),
    triggering_rules: value('triggering_rules'),
  },
};
