import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { listAt, eitherOf, wholeBody } from '../../vocabulary/alarm-finder.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import {
  ignored,
  type Ignored,
  type AlarmFormat,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { filledText } from '../../vocabulary/template.js';
import { text, link, joined, textOf } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';
import type { Labels } from '../../vocabulary/labels.js';

const STATES: Vocabulary<EventType | AcknowledgementType | Ignored> = {
  started: 'ALERT',
  created: 'ALERT',
  reopened: 'ALERT',
  open: 'ALERT',
  down: 'ALERT',
  resolved: 'RECOVERY',
  'automatically resolved': 'RECOVERY',
  closed: 'RECOVERY',
  up: 'RECOVERY',
  acknowledged: 'ACKNOWLEDGED',
  validating: ignored('the monitor is validating a recovery'),
  paused: ignored('the monitor was paused'),
  maintenance: ignored('the monitor is in maintenance'),
  pending: ignored('the monitor has not been checked yet'),
};
/** Event types of the error tracking. */
const ERROR_EVENTS: Vocabulary<EventType | Ignored> = {
  new_error: 'ALERT',
  threshold: 'ALERT',
  spike: 'ALERT',
  reoccurred: 'ALERT',
  unresolved: 'ALERT',
  resolved: 'RECOVERY',
  ignored: ignored('the error was ignored by somebody'),
};
const byEvent = word(ERROR_EVENTS, 'attributes.event');

const byStatus = word(STATES, 'attributes.status', 'attributes.state');

function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored | undefined {
  const kind = text('type')(alarm);
  if (kind !== undefined && /on.?call|comment/i.test(kind)) return ignored(`${kind}: not an alarm`);
  if (kind === 'release') return ignored('a release: no alarm');
  if (kind === 'error') {
    const event = text('attributes.event')(alarm);
    return byEvent(alarm) ?? (event === undefined ? undefined : ignored(`${event} of an error`));
  }
  const stated = byStatus(alarm);
  if (stated !== undefined) return stated;
  if (text('attributes.resolved_at')(alarm) !== undefined) return 'RECOVERY';
  if (text('attributes.acknowledged_at')(alarm) !== undefined) return 'ACKNOWLEDGED';
  return text('attributes.started_at')(alarm) === undefined ? undefined : 'ALERT';
}

const name = text('attributes.name', 'attributes.pronounceable_name', 'attributes.url');

/** Reads the metadata. Each value is a text, or a list of objects with a `value`: an incident may have several. */
function metadata(alarm: Alarm): Labels | undefined {
  const found = value('attributes.metadata')(alarm);
  if (!isObject(found) || Array.isArray(found)) return undefined;
  const entries = Object.entries(found).flatMap(([metadataName, content]) => {
    const label = Array.isArray(content)
      ? content.flatMap((one: Json) => (isObject(one) ? (textOf(one['value']) ?? []) : [])).join(',')
      : textOf(content);
    return label === undefined || label === '' ? [] : [[metadataName, label] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The default body of an outgoing webhook. */
export const DEFAULT_BODY: AlarmFormat = {
  alarms: eitherOf(listAt('data'), (body) =>
    isObject(body) && isObject(body['data']) ? [{ value: body['data'], pointer: '/data' }] : undefined,
  ),
  expects: {
    body: 'the body of a Better Stack webhook: an object with `data`',
    identity: '`data.id`',
    state: '`data.attributes.status` started, acknowledged or resolved',
  },
  event_key: joined('/', text('type'), text('id')),
  event_type: deriveEventType,
  acknowledgement: {
    by: text('attributes.acknowledged_by'),
    occurred_at: instant('attributes.acknowledged_at'),
  },
  title: firstOf(
    joined(': ', text('attributes.error_type'), text('attributes.error_message')),
    joined(': ', name, text('attributes.cause')),
  ),
  description: firstOf(
    text('attributes.cause', 'attributes.response_content'),
    joined('\n', text('attributes.error_message'), text('attributes.call_site_function')),
  ),
  severity: severity('attributes.severity', 'attributes.metadata.severity', 'attributes.priority'),
  state: (alarm) => (text('type')(alarm) === 'error' ? undefined : 'DOWN'),
  rule: text('attributes.cause', 'attributes.error_type'),
  resource: firstOf(
    resource('application', text('attributes.application_name'), text('attributes.application_id')),
    resource('website', name, text('attributes.url', 'attributes.origin_url', 'attributes.name')),
  ),
  provider: () => 'betterstack',
  account: text('attributes.team_name', 'attributes.team_id'),
  image_url: link('attributes.screenshot_url'),
  started_at: instant('attributes.started_at'),
  occurred_at: instant('attributes.last_checked_at'),
  resolved_at: instant('attributes.resolved_at'),
  resolved_by: text('attributes.resolved_by'),
  labels: metadata,
  links: { source: link('attributes.error_url', 'attributes.origin_url') },
  additional_info: {
    http_method: text('attributes.http_method'),
    regions: value('attributes.regions'),
    response_options: text('attributes.response_options'),
    resolved_by: text('attributes.resolved_by'),
    incident_group_id: text('attributes.incident_group_id'),
    monitor_id: text('relationships.monitor.data.id', 'attributes.monitor_id'),
  },
  additional_info_0_2: {
    url: text('attributes.url', 'attributes.error_url'),
    origin_url: link('attributes.origin_url'),
    cause: text('attributes.cause'),
  },
};

const incidentId = filledText('incident_id', 'id');
const monitorName = filledText('name', 'monitor_name', 'pronounceable_name');
const cause = filledText('cause', 'incident_cause');

function deriveFlatEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored {
  const stated = word(STATES, 'status', 'state', 'event')(alarm);
  if (stated !== undefined) return stated;
  if (instant('resolved_at')(alarm) !== undefined) return 'RECOVERY';
  return instant('acknowledged_at')(alarm) === undefined ? 'ALERT' : 'ACKNOWLEDGED';
}

/** A flat body that users write, with the variables under their own names. */
const FLAT_BODY: AlarmFormat = {
  alarms: (body) =>
    isObject(body) && 'cause' in body ? wholeBody('incident_id', 'started_at')(body) : undefined,
  expects: {
    body: 'a flat body (an object with `incident_id` and `cause`)',
    identity: '`incident_id`',
    state: '`status`, or times',
  },
  event_key: joined('/', () => 'incident', firstOf(incidentId, monitorName)),
  event_type: deriveFlatEventType,
  acknowledgement: { by: filledText('acknowledged_by'), occurred_at: instant('acknowledged_at') },
  title: joined(': ', monitorName, cause),
  description: cause,
  severity: severity('severity', 'priority'),
  state: () => 'DOWN',
  rule: cause,
  resource: resource(
    'website',
    firstOf(monitorName, filledText('url')),
    firstOf(filledText('url'), monitorName),
  ),
  provider: () => 'betterstack',
  account: filledText('team_name'),
  image_url: link('screenshot_url'),
  started_at: instant('started_at'),
  resolved_at: instant('resolved_at'),
  links: { source: link('incident_url') },
};

/** The outgoing webhook of Better Stack (Better Uptime): incidents and monitors. */
export const betterstack: Plugin = {
  plugin_id: 'betterstack',
  version: '1.1.0',
  name: 'Better Stack',
  provider: 'betterstack',
  docs: loadGuide('systems/betterstack'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/betterstack'),
  recognises: recogniseAny(
    recogniseBy('data.id', ['data.type', /^(?:incident|monitor|heartbeat|error)s?$/], 'data.attributes'),
    recogniseBy('incident_id', 'cause', 'started_at'),
    recogniseBy('data.attributes.cause', 'data.attributes.started_at', 'data.id'),
  ),
  parse: createMultiFormatParser(DEFAULT_BODY, FLAT_BODY),
};
