import { guideOf, samplesOf } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { text } from '../../vocabulary/text.js';
import { texts } from '../../vocabulary/texts.js';

/** Returns paths inside the `issue` of a webhook, and at the top level, where automation rules have the fields. */
const of = (...fields: readonly string[]): string[] => fields.flatMap((field) => [`issue.${field}`, field]);
const event = text('webhookEvent');
const category = text(...of('fields.status.statusCategory.key'));
const status = text(...of('fields.status.name'));
const DONE = /^(?:done|closed|resolved|fixed|complete[d]?|cancel+ed|won'?t (?:do|fix))$/i;
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
    DONE.test(status(alarm) ?? '') ||
    text(...of('fields.resolution.name'))(alarm) !== undefined
  );
}

/** Returns whether an update changed the status or resolution of the issue. */
function moved(alarm: Alarm): boolean {
  const items = value('changelog.items')(alarm);
  if (!Array.isArray(items))
    return /resolved|closed|reopened|generic/.test(text('issue_event_type_name')(alarm) ?? '');
  return items.some((item: Json) => isObject(item) && /^(?:status|resolution)$/.test(String(item['field'])));
}

function eventType(alarm: Alarm): EventType | Ignored {
  const kind = event(alarm);
  if (kind !== undefined && !kind.startsWith('jira:issue_'))
    return ignored(`${kind}: no change of the issue`);
  if (kind === 'jira:issue_deleted' || isDone(alarm)) return 'RECOVERY';
  return kind === 'jira:issue_updated' && !moved(alarm)
    ? ignored('an update that leaves the status as it is')
    : 'ALERT';
}

/** Webhooks of Jira, and issues that its automation rules post. */
export const jira: Plugin = {
  plugin_id: 'jira',
  version: '1.0.0',
  name: 'Jira',
  provider: 'jira',
  docs: guideOf('systems/jira'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/jira'),
  recognises: anyShape(
    shaped(['webhookEvent', /^jira:/], 'issue.key', 'issue.fields'),
    shaped(['webhookEvent', /^(?:jira:|comment_|issue_|worklog_|sprint_)/], 'timestamp'),
    shaped('key', 'fields.issuetype', 'fields.status', 'fields.project'),
  ),
  parse: alarmsOf({
    alarms: wholeBody('issue', 'webhookEvent', 'fields.summary'),
    expects: {
      body: 'a webhook of Jira (an object with `issue`)',
      identity: '`issue.id` or `issue.key`',
      state: 'the status of the issue',
    },
    event_key: text(...of('id', 'key')),
    event_type: eventType,
    title: text(...of('fields.summary', 'key')),
    description: text(...of('fields.description', 'fields.environment')),
    severity: severityBy(PRIORITIES, ...of('fields.priority.name')),
    rule: text(...of('fields.issuetype.name')),
    resource: firstOf(
      resource('component', texts('name', ...of('fields.components'))),
      resource(
        'project',
        text(...of('fields.project.name', 'fields.project.key')),
        text(...of('fields.project.key')),
      ),
    ),
    provider: () => 'jira',
    account: text(...of('fields.project.key')),
    occurred_at: firstOf(
      (alarm) =>
        event(alarm) === 'jira:issue_created' ? instant(...of('fields.created'))(alarm) : undefined,
      instant('timestamp', ...of('fields.updated', 'fields.created')),
    ),
    resolved_at: instant(...of('fields.resolutiondate'), 'timestamp'),
    additional_info: {
      key: text(...of('key')),
      self: text(...of('self')),
      status,
      resolution: text(...of('fields.resolution.name')),
      priority: text(...of('fields.priority.name')),
      labels: value(...of('fields.labels')),
      assignee: text(...of('fields.assignee.displayName')),
      event: firstOf(text('issue_event_type_name'), event),
    },
  }),
};
