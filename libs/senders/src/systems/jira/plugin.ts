import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';

/** Returns paths inside the `issue` of a webhook, and at the top level, where automation rules have the fields. */
const issuePaths = (...fields: readonly string[]): string[] =>
  fields.flatMap((field) => [`issue.${field}`, field]);
const webhookEvent = text('webhookEvent');
const category = text(...issuePaths('fields.status.statusCategory.key'));
const status = text(...issuePaths('fields.status.name'));
const DONE_STATUS = /^(?:done|closed|resolved|fixed|complete[d]?|cancel+ed|won'?t (?:do|fix))$/i;
const PRIORITIES: Readonly<Record<string, Severity>> = {
  blocker: 'CRITICAL',
  highest: 'CRITICAL',
  critical: 'CRITICAL',
  high: 'ERROR',
  major: 'ERROR',
  medium: 'WARNING',
  minor: 'INFO',
  low: 'INFO',
  lowest: 'INFO',
  trivial: 'INFO',
};

function isDone(alarm: Alarm): boolean {
  return (
    category(alarm) === 'done' ||
    DONE_STATUS.test(status(alarm) ?? '') ||
    text(...issuePaths('fields.resolution.name'))(alarm) !== undefined
  );
}

/** Returns whether an update changed the status or resolution of the issue. */
function hasStatusChanged(alarm: Alarm): boolean {
  const items = value('changelog.items')(alarm);
  if (!Array.isArray(items))
    return /resolved|closed|reopened|generic/.test(text('issue_event_type_name')(alarm) ?? '');
  return items.some((item: Json) => isObject(item) && /^(?:status|resolution)$/.test(String(item['field'])));
}

function deriveEventType(alarm: Alarm): EventType | Ignored {
  const kind = webhookEvent(alarm);
  if (kind !== undefined && !kind.startsWith('jira:issue_'))
    return ignored(`${kind}: no change of the issue`);
  if (kind === 'jira:issue_deleted' || isDone(alarm)) return 'RECOVERY';
  return kind === 'jira:issue_updated' && !hasStatusChanged(alarm)
    ? ignored('an update that leaves the status as it is')
    : 'ALERT';
}

/** The address of an issue in the REST API: `https://jira.example.com/rest/api/2/issue/10042`, without `issue` in automation rules. */
const API_ADDRESS =
  /^(https?:\/\/(?!api\.atlassian\.com)[^\s?#]{1,500}?)\/rest\/api\/[\w.]{1,20}\/(?:issue\/)?\d{1,20}$/;

/** Returns the page of the issue. The webhook contains only its address in the REST API, which has the same start. */
function issuePage(alarm: Alarm): string | undefined {
  const key = text(...issuePaths('key'))(alarm);
  const site = API_ADDRESS.exec(text(...issuePaths('self'))(alarm) ?? '')?.[1];
  return site === undefined || key === undefined ? undefined : `${site}/browse/${key}`;
}

/** Webhooks of Jira, and issues that its automation rules post. */
export const jira: Plugin = {
  plugin_id: 'jira',
  version: '1.1.0',
  name: 'Jira',
  provider: 'jira',
  docs: loadGuide('systems/jira'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/jira'),
  recognises: recogniseAny(
    recogniseBy(['webhookEvent', /^jira:/], 'issue.key', 'issue.fields'),
    recogniseBy(['webhookEvent', /^(?:jira:|comment_|issue_|worklog_|sprint_)/], 'timestamp'),
    recogniseBy('key', 'fields.issuetype', 'fields.status', 'fields.project'),
  ),
  parse: createParser({
    alarms: wholeBody('issue', 'webhookEvent', 'fields.summary'),
    expects: {
      body: 'a webhook of Jira (an object with `issue`)',
      identity: '`issue.id` or `issue.key`',
      state: 'the status of the issue',
    },
    event_key: text(...issuePaths('id', 'key')),
    event_type: deriveEventType,
    title: text(...issuePaths('fields.summary', 'key')),
    description: text(...issuePaths('fields.description', 'fields.environment')),
    severity: severityBy(PRIORITIES, ...issuePaths('fields.priority.name')),
    rule: text(...issuePaths('fields.issuetype.name')),
    resource: firstOf(
      resource('component', textList('name', ...issuePaths('fields.components'))),
      resource(
        'project',
        text(...issuePaths('fields.project.name', 'fields.project.key')),
        text(...issuePaths('fields.project.key')),
      ),
    ),
    provider: () => 'jira',
    account: text(...issuePaths('fields.project.key')),
    occurred_at: firstOf(
      (alarm) =>
        webhookEvent(alarm) === 'jira:issue_created'
          ? instant(...issuePaths('fields.created'))(alarm)
          : undefined,
      instant('timestamp', ...issuePaths('fields.updated', 'fields.created')),
    ),
    resolved_at: instant(...issuePaths('fields.resolutiondate'), 'timestamp'),
    labels: tags(...issuePaths('fields.labels')),
    links: { source: issuePage },
    additional_info: {
      key: text(...issuePaths('key')),
      self: text(...issuePaths('self')),
      status,
      resolution: text(...issuePaths('fields.resolution.name')),
      priority: text(...issuePaths('fields.priority.name')),
      assignee: text(...issuePaths('fields.assignee.displayName')),
      event: firstOf(text('issue_event_type_name'), webhookEvent),
    },
    additional_info_0_2: { labels: value(...issuePaths('fields.labels')) },
  }),
};
