import { guideOf, samplesOf } from '../../assets.js';
import { isObject } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { listAt, eitherOf, wholeBody } from '../../vocabulary/alarms.js';
import { formatsOf } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender, type Taken } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { filled } from '../../vocabulary/template.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType | Taken | Ignored> = {
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
const ERRORS: Vocabulary<EventType | Ignored> = {
  new_error: 'ALERT',
  threshold: 'ALERT',
  spike: 'ALERT',
  reoccurred: 'ALERT',
  unresolved: 'ALERT',
  resolved: 'RECOVERY',
  ignored: ignored('the error was ignored by somebody'),
};
const byEvent = word(ERRORS, 'attributes.event');

const byStatus = word(STATES, 'attributes.status', 'attributes.state');

function eventType(alarm: Alarm): EventType | Taken | Ignored | undefined {
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

/** The default body of an outgoing webhook. */
export const PROPOSED: Sender = {
  alarms: eitherOf(listAt('data'), (body) =>
    isObject(body) && isObject(body['data']) ? [{ value: body['data'], pointer: '/data' }] : undefined,
  ),
  expects: {
    body: 'the body of a Better Stack webhook: an object with `data`',
    identity: '`data.id`',
    state: '`data.attributes.status` started, acknowledged or resolved',
  },
  event_key: joined('/', text('type'), text('id')),
  event_type: eventType,
  taken: { by: text('attributes.acknowledged_by'), occurred_at: instant('attributes.acknowledged_at') },
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
  occurred_at: instant('attributes.started_at', 'attributes.last_checked_at'),
  resolved_at: instant('attributes.resolved_at'),
  additional_info: {
    url: text('attributes.url', 'attributes.error_url'),
    origin_url: link('attributes.origin_url'),
    cause: text('attributes.cause'),
    http_method: text('attributes.http_method'),
    regions: value('attributes.regions'),
    response_options: text('attributes.response_options'),
    resolved_by: text('attributes.resolved_by'),
    incident_group_id: text('attributes.incident_group_id'),
    monitor_id: text('relationships.monitor.data.id', 'attributes.monitor_id'),
  },
};

const incident = filled('incident_id', 'id');
const own = filled('name', 'monitor_name', 'pronounceable_name');
const cause = filled('cause', 'incident_cause');

function stateOfTimes(alarm: Alarm): EventType | Taken | Ignored {
  const stated = word(STATES, 'status', 'state', 'event')(alarm);
  if (stated !== undefined) return stated;
  if (instant('resolved_at')(alarm) !== undefined) return 'RECOVERY';
  return instant('acknowledged_at')(alarm) === undefined ? 'ALERT' : 'ACKNOWLEDGED';
}

/** A flat body that users write, with the variables under their own names. */
const FLAT: Sender = {
  alarms: (body) =>
    isObject(body) && 'cause' in body ? wholeBody('incident_id', 'started_at')(body) : undefined,
  expects: {
    body: 'a flat body (an object with `incident_id` and `cause`)',
    identity: '`incident_id`',
    state: '`status`, or times',
  },
  event_key: joined('/', () => 'incident', firstOf(incident, own)),
  event_type: stateOfTimes,
  taken: { by: filled('acknowledged_by'), occurred_at: instant('acknowledged_at') },
  title: joined(': ', own, cause),
  description: cause,
  severity: severity('severity', 'priority'),
  state: () => 'DOWN',
  rule: cause,
  resource: resource('website', firstOf(own, filled('url')), firstOf(filled('url'), own)),
  provider: () => 'betterstack',
  account: filled('team_name'),
  image_url: link('screenshot_url'),
  occurred_at: instant('started_at'),
  resolved_at: instant('resolved_at'),
  additional_info: { url: filled('url'), cause, incident_url: link('incident_url') },
};

/** The outgoing webhook of Better Stack (Better Uptime): incidents and monitors. */
export const betterstack: Plugin = {
  plugin_id: 'betterstack',
  version: '1.1.0',
  name: 'Better Stack',
  provider: 'betterstack',
  docs: guideOf('systems/betterstack'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/betterstack'),
  recognises: anyShape(
    shaped('data.id', ['data.type', /^(?:incident|monitor|heartbeat|error)s?$/], 'data.attributes'),
    shaped('incident_id', 'cause', 'started_at'),
    shaped('data.attributes.cause', 'data.attributes.started_at', 'data.id'),
  ),
  parse: formatsOf(PROPOSED, FLAT),
};
