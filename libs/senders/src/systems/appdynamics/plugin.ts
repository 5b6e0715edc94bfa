import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { filled } from '../../vocabulary/template.js';
import { joined } from '../../vocabulary/text.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

const kind = filled('event_type', 'eventType');
const name = filled(
  'event_name',
  'eventName',
  'details.event_name',
  'displayName',
  'incident_name',
  'health_rule_name',
  'name',
);
const link = filled('event_deep_link', 'deep_link', 'details.event_deep_link', 'url');

/** Reads the id of the incident from the link of the event: `…location=APP_INCIDENT_DETAIL&incident=7`. */
function linkedIncident(alarm: Alarm): string | undefined {
  return /[?&#]incident(?:Id)?=(\d+)/i.exec(link(alarm) ?? '')?.[1];
}

/** Returns the type. Upgraded, downgraded and continuing violations belong to the incident that is already open. */
function typeOf(alarm: Alarm): EventType {
  const said = kind(alarm);
  const over =
    said === undefined
      ? /\b(?:violation|event|incident)s? (?:has |was |is )?(?:ended|closed|cancell?ed|resolved)\b/i.test(
          name(alarm) ?? '',
        )
      : /_(?:CLOSE|CANCEL)|RESOLVE/i.test(said);
  return over ? 'RECOVERY' : 'ALERT';
}

/** An HTTP request action of AppDynamics, with the template of the guide. */
export const appdynamics: Plugin = {
  plugin_id: 'appdynamics',
  version: '1.0.0',
  name: 'AppDynamics',
  provider: 'appdynamics',
  docs: guideOf('systems/appdynamics'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/appdynamics'),
  recognises: anyShape(
    shaped('event_type', 'controller_url', 'app_name'),
    shaped(['client', /^AppDynamics$/i], 'event_type', 'incident_key'),
    shaped('id', 'name', 'lastReceived', 'event_id', 'url', 'severity'),
    shaped(['event_type', /^(?:POLICY|APP|APPLICATION)_/], 'severity', 'event_message'),
    shaped(['event_type', /^POLICY_/], 'incident_id', 'severity'),
    shaped(['eventType', /^POLICY_/], 'severity'),
    shaped('event_deep_link', 'event_type', 'severity'),
    shaped(['controller_url', /^http/], 'event_type'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(
      wholeBody(
        'event_type',
        'event_name',
        'incident_id',
        'incident_key',
        'eventType',
        'event_id',
        'lastReceived',
      ),
    ),
    expects: {
      body: 'the payload of an AppDynamics HTTP action (an object with `event_type` and `incident_id`)',
      identity: '`incident_id`, `incident_key`, `health_rule_id`, `event_id` or a name',
      state: '`event_type`',
    },
    event_key: firstOf(
      filled('incident_id', 'incidentId', 'incident_key'),
      linkedIncident,
      joined('/', filled('app_id'), filled('health_rule_id', 'health_rule_name'), filled('tier_id')),
      filled('event_guid', 'id', 'event_id'),
      filled('description', 'summary', 'message'),
      name,
    ),
    event_type: typeOf,
    title: firstOf(name, filled('summary', 'summaryMessage', 'description', 'message')),
    description: joined(
      '\n\n',
      filled('summary', 'summaryMessage', 'description', 'details.summary'),
      filled('event_message', 'eventMessage', 'message', 'details.event_message'),
    ),
    severity: severity('severity', 'details.severity'),
    rule: filled(
      'policy',
      'policy_name',
      'health_rule_name',
      'details.policy_name',
      'details.health_rule_name',
    ),
    resource: firstOf(
      resource(
        'node',
        filled('node_name', 'details.node_name'),
        filled('node_id', 'details.node_id', 'node_name', 'details.node_name'),
      ),
      resource(
        'tier',
        filled('tier_name', 'details.tier_name'),
        filled('tier_id', 'tier_name', 'details.tier_name'),
      ),
      resource(
        'application',
        filled('app_name', 'details.app_name', 'details.application_name'),
        filled('app_id', 'app_name', 'details.app_name', 'details.application_name'),
      ),
      resource('entity', filled('affected_entity_name')),
    ),
    provider: () => 'appdynamics',
    account: filled('account_name', 'account_id', 'controller_url'),
    occurred_at: instant('event_time', 'eventTime', 'event_time_ms', 'details.event_time', 'lastReceived'),
    additional_info: {
      event_type: kind,
      event_id: filled('event_id'),
      event_guid: filled('event_guid'),
      event_deep_link: link,
      controller_url: filled('controller_url'),
      app_name: filled('app_name'),
      tier_name: filled('tier_name'),
      node_name: filled('node_name'),
      health_rule_id: filled('health_rule_id'),
      health_rule_name: filled('health_rule_name'),
      incident_name: filled('incident_name'),
    },
  }),
};
