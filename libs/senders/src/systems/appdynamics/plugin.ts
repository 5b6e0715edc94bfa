import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { filledText } from '../../vocabulary/template.js';
import { joined } from '../../vocabulary/text.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { labelled } from '../../vocabulary/labels.js';

const kind = filledText('event_type', 'eventType');
const name = filledText(
  'event_name',
  'eventName',
  'details.event_name',
  'displayName',
  'incident_name',
  'health_rule_name',
  'name',
);
const link = filledText('event_deep_link', 'deep_link', 'details.event_deep_link', 'url');

/** Reads the id of the incident from the link of the event: `…location=APP_INCIDENT_DETAIL&incident=7`. */
function linkedIncident(alarm: Alarm): string | undefined {
  return /[?&#]incident(?:Id)?=(\d+)/i.exec(link(alarm) ?? '')?.[1];
}

/** Returns the type. Upgraded, downgraded and continuing violations belong to the incident that is already open. */
function deriveEventType(alarm: Alarm): EventType {
  const eventKind = kind(alarm);
  const isResolved =
    eventKind === undefined
      ? /\b(?:violation|event|incident)s? (?:has |was |is )?(?:ended|closed|cancell?ed|resolved)\b/i.test(
          name(alarm) ?? '',
        )
      : /_(?:CLOSE|CANCEL)|RESOLVE/i.test(eventKind);
  return isResolved ? 'RECOVERY' : 'ALERT';
}

/** An HTTP request action of AppDynamics, with the template of the guide. */
export const appdynamics: Plugin = {
  plugin_id: 'appdynamics',
  version: '1.1.0',
  name: 'AppDynamics',
  provider: 'appdynamics',
  docs: loadGuide('systems/appdynamics'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/appdynamics'),
  recognises: recogniseAny(
    recogniseBy('event_type', 'controller_url', 'app_name'),
    recogniseBy(['client', /^AppDynamics$/i], 'event_type', 'incident_key'),
    recogniseBy('id', 'name', 'lastReceived', 'event_id', 'url', 'severity'),
    recogniseBy(['event_type', /^(?:POLICY|APP|APPLICATION)_/], 'severity', 'event_message'),
    recogniseBy(['event_type', /^POLICY_/], 'incident_id', 'severity'),
    recogniseBy(['eventType', /^POLICY_/], 'severity'),
    recogniseBy('event_deep_link', 'event_type', 'severity'),
    recogniseBy(['controller_url', /^http/], 'event_type'),
  ),
  parse: createParser({
    alarms: singleOrList(
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
      filledText('incident_id', 'incidentId', 'incident_key'),
      linkedIncident,
      joined(
        '/',
        filledText('app_id'),
        filledText('health_rule_id', 'health_rule_name'),
        filledText('tier_id'),
      ),
      filledText('event_guid', 'id', 'event_id'),
      filledText('description', 'summary', 'message'),
      name,
    ),
    event_type: deriveEventType,
    title: firstOf(name, filledText('summary', 'summaryMessage', 'description', 'message')),
    description: joined(
      '\n\n',
      filledText('summary', 'summaryMessage', 'description', 'details.summary'),
      filledText('event_message', 'eventMessage', 'message', 'details.event_message'),
    ),
    severity: severity('severity', 'details.severity'),
    rule: filledText(
      'policy',
      'policy_name',
      'health_rule_name',
      'details.policy_name',
      'details.health_rule_name',
    ),
    resource: firstOf(
      resource(
        'node',
        filledText('node_name', 'details.node_name'),
        filledText('node_id', 'details.node_id', 'node_name', 'details.node_name'),
      ),
      resource(
        'tier',
        filledText('tier_name', 'details.tier_name'),
        filledText('tier_id', 'tier_name', 'details.tier_name'),
      ),
      resource(
        'application',
        filledText('app_name', 'details.app_name', 'details.application_name'),
        filledText('app_id', 'app_name', 'details.app_name', 'details.application_name'),
      ),
      resource('entity', filledText('affected_entity_name')),
    ),
    provider: () => 'appdynamics',
    account: filledText('account_name', 'account_id', 'controller_url'),
    occurred_at: instant('event_time', 'eventTime', 'event_time_ms', 'details.event_time', 'lastReceived'),
    labels: labelled({
      application: filledText('app_name', 'details.app_name', 'details.application_name'),
      tier: filledText('tier_name', 'details.tier_name'),
      health_rule: filledText('health_rule_name', 'details.health_rule_name'),
    }),
    links: { source: link },
    additional_info: {
      event_type: kind,
      event_id: filledText('event_id'),
      event_guid: filledText('event_guid'),
      controller_url: filledText('controller_url'),
      health_rule_id: filledText('health_rule_id'),
      incident_name: filledText('incident_name'),
    },
    additional_info_0_2: {
      event_deep_link: link,
      app_name: filledText('app_name'),
      tier_name: filledText('tier_name'),
      node_name: filledText('node_name'),
      health_rule_name: filledText('health_rule_name'),
    },
  }),
};
