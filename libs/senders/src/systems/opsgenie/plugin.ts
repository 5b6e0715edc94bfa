import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { type Alarm, firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList, createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, furtherMembers, labelled, labels, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { answer, isApiPath, recognisePath, API_REQUEST, PRIORITIES, takesEmptyBody } from './alert-api.js';

const action = text('action');

/** Derives the type from the action. Other actions of users do not change the state and are ignored. */
function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored | undefined {
  const actionName = action(alarm);
  if (actionName === undefined) return undefined;
  if (/^created?$/i.test(actionName)) return 'ALERT';
  if (/^acknowledged?$/i.test(actionName)) return 'ACKNOWLEDGED';
  if (/^unacknowledged?$/i.test(actionName)) return 'UNACKNOWLEDGED';
  return /^(?:closed?|deleted?|resolved?)$/i.test(actionName)
    ? 'RECOVERY'
    : ignored(`action ${actionName}: neither created nor closed`);
}

const owner = text('alert.owner');

/** Returns what a user did without changing the state: a note, or an assignment. */
function describeAction(alarm: Alarm): string | undefined {
  const actionName = action(alarm) ?? '';
  if (/^addnote$/i.test(actionName)) return text('alert.note')(alarm);
  const assignee = owner(alarm);
  return /^(?:assignownership|takeownership)$/i.test(actionName) && assignee !== undefined
    ? `Assigned to ${assignee}`
    : undefined;
}

const updatedAt = instant('alert.updatedAt');

/** Outgoing webhooks. They have an action and the alert. */
export const WEBHOOK: AlarmFormat = {
  alarms: singleOrList(wholeBody('alert')),
  expects: {
    body: 'an outgoing webhook of Opsgenie (an object with `action` and `alert`)',
    identity: '`alert.alias` or `alert.alertId`',
    state: '`action`',
  },
  event_key: firstOf(
    text('alert.alias', 'alert.alertId', 'alert.id', 'alert.tinyId'),
    joined('/', text('alert.entity'), text('alert.message')),
  ),
  event_type: deriveEventType,
  acknowledgement: {
    by: text('alert.username', 'source.name'),
    comment: text('alert.note'),
    occurred_at: updatedAt,
  },
  note: { text: describeAction, by: text('alert.username', 'source.name'), occurred_at: updatedAt },
  title: text('alert.message', 'alert.alias'),
  description: text('alert.description', 'alert.note', 'alert.message'),
  severity: severityBy(PRIORITIES, 'alert.priority'),
  rule: text('integrationName', 'alert.source'),
  resource: resource('entity', text('alert.entity', 'alert.details.host', 'alert.details.Host')),
  provider: () => 'opsgenie',
  account: text('alert.details.account', 'customerId'),
  occurred_at: instant('alert.createdAt', 'alert.insertedAt'),
  // The time of a deletion is not that of the recovery.
  resolved_at: (alarm) => (/^delete$/i.test(action(alarm) ?? '') ? undefined : updatedAt(alarm)),
  resolved_by: text('alert.username'),
  labels: allLabels(
    labels('alert.details'),
    tags('alert.tags'),
    labelled({ team: textList(undefined, 'alert.teams') }),
  ),
  links: {
    // The source is an address only if the sender that created the alert gave one.
    source: link('alert.source'),
    runbook: link('alert.details.runbook_url', 'alert.details.runbook'),
    dashboard: link('alert.details.dashboard_url', 'alert.details.dashboard'),
  },
  additional_info: {
    action,
    alertId: text('alert.alertId', 'alert.id'),
    tinyId: text('alert.tinyId'),
    priority: text('alert.priority'),
    source: text('alert.source'),
    username: text('alert.username'),
    details: furtherMembers('alert.details'),
    integrationName: text('integrationName'),
  },
  additional_info_0_2: {
    tags: value('alert.tags'),
    teams: value('alert.teams'),
    details: value('alert.details'),
  },
};

/** Returns the `parse` for outgoing webhooks and for requests to the Alert API, in the given formats. */
export function createOpsgenieParser(webhook: AlarmFormat, request: AlarmFormat): Plugin['parse'] {
  // Requests may contain a field `alert`, which would look like an outgoing webhook.
  const parseRequest = createMultiFormatParser(request);
  const parseWebhookOrRequest = createMultiFormatParser(webhook, request);
  return (delivery, options) =>
    (isApiPath(delivery.path_suffix) ? parseRequest : parseWebhookOrRequest)(delivery, options);
}

/** Both directions of Opsgenie: requests to its Alert API, and its outgoing webhooks. */
export const opsgenie: Plugin = {
  plugin_id: 'opsgenie',
  version: '1.1.0',
  name: 'Opsgenie',
  provider: 'opsgenie',
  docs: loadGuide('systems/opsgenie'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/opsgenie'),
  headers: [':method'],
  recognises: recogniseAny(
    recogniseBy('alert.alertId', 'action', 'integrationName'),
    recogniseBy('alert.alertId', 'action', 'alert.message'),
    recogniseBy('alert.tinyId', 'action'),
    recogniseBy('message', 'alias', 'responders'),
    recogniseBy('message', 'alias', ['priority', /^P[1-5]$/]),
    recogniseBy('message', 'alias', 'entity'),
    recognisePath,
  ),
  parse: createOpsgenieParser(WEBHOOK, API_REQUEST),
  answer,
  takesEmptyBody,
};
