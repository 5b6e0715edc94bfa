import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList, createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { issueFromUrl, organizationFromUrl, projectFromUrl } from './url-parts.js';
import { LEGACY_WEBHOOK } from './legacy-webhook.js';
import { pairTags } from './pair-tags.js';

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
const deriveActionType = firstOf<EventType | Ignored>(word(ACTIONS, 'action'), (alarm) => {
  const action = text('action')(alarm);
  return action === undefined ? undefined : ignored(`${action}: neither raised nor resolved`);
});

/** Derives the type of an alert about an activity. Its action is always `triggered`, so the kind of the activity decides. */
function deriveActivityType(alarm: Alarm): EventType | Ignored | undefined {
  const type = text('data.activity.type')(alarm);
  if (type === undefined) return undefined;
  if (/(?:^|_)resolved/i.test(type)) return 'RECOVERY';
  return /^(?:assigned|unassigned|note|comment|mark_reviewed|set_(?:ignored|public|private)|archived)/i.test(
    type,
  )
    ? ignored(`${type}: neither raised nor resolved`)
    : undefined;
}

const METRIC_ALERT: AlarmFormat = {
  alarms: singleOrList(wholeBody('data.metric_alert')),
  expects: { body: 'a metric alert', identity: '`data.metric_alert.id`', state: 'a known `action`' },
  event_key: joined(':', () => 'metric_alert', text('data.metric_alert.id', 'data.metric_alert.identifier')),
  event_type: deriveActionType,
  title: text('data.description_title', 'data.metric_alert.alert_rule.name', 'data.metric_alert.title'),
  description: text('data.description_text'),
  severity: word<Severity>({ critical: 'CRITICAL', warning: 'WARNING', resolved: 'INFO' }, 'action'),
  rule: text('data.metric_alert.alert_rule.name'),
  resource: resource(
    'project',
    text('data.metric_alert.projects[0]', 'data.metric_alert.alert_rule.projects[0]'),
  ),
  provider: () => 'sentry',
  account: firstOf(organizationFromUrl('data.web_url'), text('data.metric_alert.organization_id')),
  started_at: instant('data.metric_alert.date_started', 'data.metric_alert.date_detected'),
  resolved_at: instant('data.metric_alert.date_closed'),
  labels: labelled({
    environment: text('data.metric_alert.alert_rule.environment'),
    owner: text('data.metric_alert.alert_rule.owner'),
  }),
  links: { source: link('data.web_url') },
  additional_info: {
    action: text('action'),
    identifier: text('data.metric_alert.identifier'),
    title: text('data.metric_alert.title'),
    alert_rule: value('data.metric_alert.alert_rule'),
  },
  additional_info_0_2: { web_url: text('data.web_url') },
};

// Returns the paths of a field in an issue, in an event that an alert rule matched, and in an error.
const dataPaths = (...fields: readonly string[]): string[] =>
  fields.flatMap((field) => [`data.issue.${field}`, `data.event.${field}`, `data.error.${field}`]);

const changedAt = instant('data.activity.dateCreated', ...dataPaths('datetime'));

const ISSUE: AlarmFormat = {
  alarms: singleOrList(wholeBody('data.issue', 'data.event', 'data.error')),
  expects: {
    body: 'a webhook of a Sentry integration (an object with `action` and `data`)',
    identity: 'the id or address of the issue',
    state: 'a known `action`',
  },
  event_key: firstOf(
    text('data.issue.id', 'data.event.issue_id', 'data.error.issue_id'),
    issueFromUrl(...dataPaths('permalink', 'web_url', 'issue_url', 'url')),
    text(...dataPaths('permalink', 'web_url')),
    text(...dataPaths('event_id', 'id')),
    joined(
      '/',
      text('data.event.project', 'data.error.project', 'data.issue.project.slug'),
      text(...dataPaths('title')),
    ),
  ),
  event_type: firstOf(deriveActivityType, deriveActionType),
  note: {
    text: (alarm) => {
      const assignee = text('data.issue.assignedTo.email', 'data.issue.assignedTo.name')(alarm);
      const isAssigned = [text('action')(alarm), text('data.activity.type')(alarm)].includes('assigned');
      return isAssigned && assignee !== undefined ? `Assigned to ${assignee}` : undefined;
    },
    by: text('actor.name'),
    occurred_at: changedAt,
  },
  // Sentry itself resolves issues as well, and is an actor of another type.
  resolved_by: (alarm) => (text('actor.type')(alarm) === 'user' ? text('actor.name')(alarm) : undefined),
  title: firstOf(
    text(...dataPaths('title', 'metadata.title')),
    joined(': ', text(...dataPaths('metadata.type')), text(...dataPaths('metadata.value'))),
    text(...dataPaths('message')),
  ),
  description: joined(
    '\n',
    text(...dataPaths('culprit')),
    text(...dataPaths('metadata.value', 'message', 'logentry.formatted')),
  ),
  severity: severity(...dataPaths('level', 'priority')),
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
      projectFromUrl(...dataPaths('url', 'permalink')),
      text('data.event.project', 'data.error.project', 'data.issue.project'),
    ),
    text('data.issue.project.id', 'data.event.project', 'data.error.project', 'data.issue.project.slug'),
  ),
  provider: () => 'sentry',
  account: organizationFromUrl(...dataPaths('url', 'permalink', 'web_url', 'issue_url')),
  // An issue that is reported by its first occurrence alone is reported with the same time if it comes back.
  started_at: (alarm) =>
    changedAt(alarm) === undefined ? instant(...dataPaths('firstSeen'))(alarm) : undefined,
  occurred_at: firstOf(changedAt, instant(...dataPaths('timestamp', 'received', 'lastSeen'))),
  resolved_at: changedAt,
  // The settings are what the author of the alert rule entered in the form of the integration.
  labels: allLabels(
    pairTags(...dataPaths('tags')),
    labelled({
      environment: text(...dataPaths('environment')),
      platform: text(...dataPaths('platform')),
    }),
    tags('data.issue_alert.settings'),
  ),
  links: { source: link(...dataPaths('web_url', 'permalink')) },
  additional_info: {
    action: text('action'),
    activity: value('data.activity'),
    shortId: text('data.issue.shortId'),
    status: text('data.issue.status'),
    count: text('data.issue.count'),
    userCount: value('data.issue.userCount'),
    release: text(...dataPaths('release')),
    metadata: value(...dataPaths('metadata')),
    issue_alert: value('data.issue_alert'),
    actor: text('actor.name'),
  },
  additional_info_0_2: {
    link: text(...dataPaths('web_url', 'permalink')),
    environment: text(...dataPaths('environment')),
    platform: text(...dataPaths('platform')),
    tags: value(...dataPaths('tags')),
  },
};

/** The end of an analysis or a distribution of a build. Its action says `completed` even if it failed. */
const BUILD: AlarmFormat = {
  alarms: singleOrList(wholeBody('data.buildId')),
  expects: {
    body: 'the end of an analysis of a build',
    identity: '`data.projectSlug`',
    state: '`data.state`',
  },
  event_key: joined(
    '/',
    () => 'preprod',
    text('data.projectSlug'),
    text('data.appInfo.appId', 'data.appInfo.name'),
    text('action'),
  ),
  event_type: word<EventType>(
    { failed: 'ALERT', completed: 'RECOVERY', processed: 'RECOVERY' },
    'data.state',
  ),
  title: joined(
    ' ',
    text('data.appInfo.name', 'data.projectSlug'),
    text('data.appInfo.version'),
    joined(': ', text('action'), text('data.state')),
  ),
  description: text('data.errorMessage', 'data.errorCode'),
  severity: word<Severity>({ failed: 'ERROR' }, 'data.state'),
  resource: resource('project', text('data.projectSlug')),
  provider: () => 'sentry',
  labels: labelled({
    app: text('data.appInfo.name', 'data.appInfo.appId'),
    platform: text('data.platform'),
    branch: text('data.gitInfo.headRef'),
  }),
  additional_info: {
    buildId: text('data.buildId'),
    errorCode: text('data.errorCode'),
    gitInfo: value('data.gitInfo'),
  },
};

/** Comments, installations, runs of Seer, and all other hooks that an integration may subscribe to. */
const OTHER_HOOK: AlarmFormat = {
  alarms: singleOrList(wholeBody('installation', 'data.installation', 'data.comment', 'data.comment_id')),
  expects: { body: 'another hook of an integration', identity: 'no identity', state: 'no state' },
  event_key: text('action'),
  note: {
    text: (alarm) => (text('action')(alarm) === 'created' ? text('data.comment')(alarm) : undefined),
    by: text('actor.name'),
    occurred_at: instant('data.timestamp'),
    event_key: text('data.issue_id'),
  },
  event_type: (alarm) => {
    const [hookResource, action] = [alarm.delivery.headers[RESOURCE_HEADER], text('action')(alarm)];
    return hookResource === undefined && action === undefined
      ? undefined
      : ignored(`${hookResource ?? 'hook'} ${action ?? ''}: no alarm`);
  },
  title: text('action'),
};

const RESOURCE_HEADER = 'sentry-hook-resource';

/** Sentry: integrations (issue, event_alert, metric_alert, error), and the older WebHooks plug-in. */
export const sentry: Plugin = {
  plugin_id: 'sentry',
  version: '1.1.0',
  name: 'Sentry',
  provider: 'sentry',
  docs: loadGuide('systems/sentry'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/sentry'),
  headers: [RESOURCE_HEADER, 'sentry-hook-timestamp'],
  recognises: recogniseAny(
    recogniseBy({ header: 'sentry-hook-resource' }, 'action', 'data'),
    recogniseBy('action', 'data.issue', 'installation'),
    recogniseBy('action', 'data.issue', 'actor'),
    recogniseBy('action', 'data.metric_alert'),
    recogniseBy('action', 'data.issue.id', 'data.issue.shortId'),
    recogniseBy('action', 'data.event.issue_url'),
    recogniseBy('action', 'data.issue.id', 'data.issue.title'),
    recogniseBy('action', 'data.issue.title', 'data.issue.level'),
    recogniseBy('action', 'data.event.title', 'data.event.event_id'),
    recogniseBy('action', 'data.triggered_rule'),
    recogniseBy('project_slug', 'event.event_id', 'culprit'),
    recogniseBy('project_slug', 'event', 'url', 'culprit'),
    recogniseBy('project', 'project_name', 'message', 'level'),
    recogniseBy('project', 'culprit', 'logger', 'level'),
    recogniseBy('project', 'message', 'level', 'event.tags'),
    recogniseBy('action', 'data.error'),
  ),
  parse: createMultiFormatParser(METRIC_ALERT, ISSUE, BUILD, OTHER_HOOK, LEGACY_WEBHOOK),
};
