import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed, formatsOf } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { issueIn, organizationIn, projectIn } from './issue-in-link.js';
import { LEGACY } from './legacy-webhook.js';

const ACTIONS: Readonly<Record<string, EventType | Ignored>> = {
  created: 'ALERT',
  triggered: 'ALERT',
  unresolved: 'ALERT',
  reopened: 'ALERT',
  critical: 'ALERT',
  warning: 'ALERT',
  open: 'ALERT',
  escalating: 'ALERT',
  regressed: 'ALERT',
  resolved: 'RECOVERY',
  assigned: ignored('the issue was assigned: neither raised nor resolved'),
  archived: ignored('the issue was archived: neither raised nor resolved'),
  ignored: ignored('the issue was ignored by somebody: neither raised nor resolved'),
};

/** Derives the type from the action. Unknown actions, e.g. of later versions of Sentry, are ignored. */
const actionOf = firstOf<EventType | Ignored>(word(ACTIONS, 'action'), (alarm) => {
  const action = text('action')(alarm);
  return action === undefined ? undefined : ignored(`${action}: neither raised nor resolved`);
});

/** Derives the type of an alert about an activity. Its action is always `triggered`, so the kind of the activity decides. */
function activityOf(alarm: Alarm): EventType | Ignored | undefined {
  const type = text('data.activity.type')(alarm);
  if (type === undefined) return undefined;
  if (/(?:^|_)resolved/i.test(type)) return 'RECOVERY';
  return /^(?:assigned|unassigned|note|comment|mark_reviewed|set_(?:ignored|public|private)|archived)/i.test(
    type,
  )
    ? ignored(`${type}: neither raised nor resolved`)
    : undefined;
}

const METRIC: Sender = {
  alarms: alsoListed(wholeBody('data.metric_alert')),
  expects: { body: 'a metric alert', identity: '`data.metric_alert.id`', state: 'a known `action`' },
  event_key: joined(':', () => 'metric_alert', text('data.metric_alert.id', 'data.metric_alert.identifier')),
  event_type: actionOf,
  title: text('data.description_title', 'data.metric_alert.alert_rule.name', 'data.metric_alert.title'),
  description: text('data.description_text'),
  severity: word<Severity>({ critical: 'CRITICAL', warning: 'WARNING', resolved: 'INFO' }, 'action'),
  rule: text('data.metric_alert.alert_rule.name'),
  resource: resource(
    'project',
    text('data.metric_alert.projects[0]', 'data.metric_alert.alert_rule.projects[0]'),
  ),
  provider: () => 'sentry',
  account: firstOf(organizationIn('data.web_url'), text('data.metric_alert.organization_id')),
  occurred_at: instant('data.metric_alert.date_started', 'data.metric_alert.date_detected'),
  resolved_at: instant('data.metric_alert.date_closed'),
  additional_info: {
    action: text('action'),
    web_url: text('data.web_url'),
    identifier: text('data.metric_alert.identifier'),
    title: text('data.metric_alert.title'),
    alert_rule: value('data.metric_alert.alert_rule'),
  },
};

// Returns the paths of a field in an issue, in an event that an alert rule matched, and in an error.
const of = (...fields: readonly string[]): string[] =>
  fields.flatMap((field) => [`data.issue.${field}`, `data.event.${field}`, `data.error.${field}`]);

const ISSUE: Sender = {
  alarms: alsoListed(wholeBody('data.issue', 'data.event', 'data.error')),
  expects: {
    body: 'a webhook of a Sentry integration (an object with `action` and `data`)',
    identity: 'the id or address of the issue',
    state: 'a known `action`',
  },
  event_key: firstOf(
    text('data.issue.id', 'data.event.issue_id', 'data.error.issue_id'),
    issueIn(...of('permalink', 'web_url', 'issue_url', 'url')),
    text(...of('permalink', 'web_url')),
    text(...of('event_id', 'id')),
    joined(
      '/',
      text('data.event.project', 'data.error.project', 'data.issue.project.slug'),
      text(...of('title')),
    ),
  ),
  event_type: firstOf(activityOf, actionOf),
  title: firstOf(
    text(...of('title', 'metadata.title')),
    joined(': ', text(...of('metadata.type')), text(...of('metadata.value'))),
    text(...of('message')),
  ),
  description: joined(
    '\n',
    text(...of('culprit')),
    text(...of('metadata.value', 'message', 'logentry.formatted')),
  ),
  severity: severity(...of('level', 'priority')),
  rule: text('data.triggered_rule', 'data.issue_alert.title', 'data.alert.title'),
  resource: resource(
    'project',
    firstOf(
      text(
        'data.issue.project.slug',
        'data.issue.project.name',
        'data.event.project_slug',
        'data.error.project_slug',
      ),
      projectIn(...of('url', 'permalink')),
      text('data.event.project', 'data.error.project', 'data.issue.project'),
    ),
    text('data.issue.project.id', 'data.event.project', 'data.error.project', 'data.issue.project.slug'),
  ),
  provider: () => 'sentry',
  account: organizationIn(...of('url', 'permalink', 'web_url', 'issue_url')),
  occurred_at: firstOf(
    instant('data.activity.dateCreated'),
    instant(...of('datetime')),
    instant(...of('firstSeen', 'timestamp', 'received', 'lastSeen')),
  ),
  resolved_at: instant('data.activity.dateCreated', ...of('datetime')),
  additional_info: {
    action: text('action'),
    activity: value('data.activity'),
    shortId: text('data.issue.shortId'),
    link: text(...of('web_url', 'permalink')),
    status: text('data.issue.status'),
    count: text('data.issue.count'),
    userCount: value('data.issue.userCount'),
    environment: text(...of('environment')),
    release: text(...of('release')),
    platform: text(...of('platform')),
    tags: value(...of('tags')),
    metadata: value(...of('metadata')),
    issue_alert: value('data.issue_alert'),
    actor: text('actor.name'),
  },
};

/** Comments, installations, and all other hooks that an integration may subscribe to. */
const OTHER: Sender = {
  alarms: alsoListed(wholeBody('installation', 'data.installation', 'data.comment', 'data.comment_id')),
  expects: { body: 'another hook of an integration', identity: 'no identity', state: 'no state' },
  event_key: text('action'),
  event_type: (alarm) => {
    const [kind, action] = [alarm.delivery.headers[RESOURCE], text('action')(alarm)];
    return kind === undefined && action === undefined
      ? undefined
      : ignored(`${kind ?? 'hook'} ${action ?? ''}: no alarm`);
  },
  title: text('action'),
};

const RESOURCE = 'sentry-hook-resource';

/** Sentry: integrations (issue, event_alert, metric_alert, error), and the older WebHooks plug-in. */
export const sentry: Plugin = {
  plugin_id: 'sentry',
  version: '1.0.0',
  name: 'Sentry',
  provider: 'sentry',
  docs: guideOf('systems/sentry'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/sentry'),
  headers: [RESOURCE, 'sentry-hook-timestamp'],
  recognises: anyShape(
    shaped({ header: 'sentry-hook-resource' }, 'action', 'data'),
    shaped('action', 'data.issue', 'installation'),
    shaped('action', 'data.issue', 'actor'),
    shaped('action', 'data.metric_alert'),
    shaped('action', 'data.issue.id', 'data.issue.shortId'),
    shaped('action', 'data.event.issue_url'),
    shaped('action', 'data.issue.id', 'data.issue.title'),
    shaped('action', 'data.issue.title', 'data.issue.level'),
    shaped('action', 'data.event.title', 'data.event.event_id'),
    shaped('action', 'data.triggered_rule'),
    shaped('project_slug', 'event.event_id', 'culprit'),
    shaped('project_slug', 'event', 'url', 'culprit'),
    shaped('project', 'project_name', 'message', 'level'),
    shaped('project', 'culprit', 'logger', 'level'),
    shaped('project', 'message', 'level', 'event.tags'),
    shaped('action', 'data.error'),
  ),
  parse: formatsOf(METRIC, ISSUE, OTHER, LEGACY),
};
