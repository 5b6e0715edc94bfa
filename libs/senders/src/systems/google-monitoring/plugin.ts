import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { eitherOf, wholeBody, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { parseBase64Json } from '../../vocabulary/embedded.js';
import { singleOrList, createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat, AcknowledgementType } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { ERROR_REPORT } from './error-report.js';

/** Finds an incident that a push subscription of Pub/Sub delivers as base64 inside `message.data`. */
const findPushedIncident: AlarmFinder = (body) => {
  const message = isObject(body) ? body['message'] : undefined;
  if (!isObject(message)) return undefined;
  const found = wholeBody('incident')(parseBase64Json(message['data']) ?? null);
  return found?.map(({ value }) => ({ value, pointer: '/message/data' }));
};

const SEVERITIES: Readonly<Record<string, Severity>> = { 'no severity': 'NONE', unspecified: 'NONE' };
const endedAt = instant('incident.ended_at');

function projectInUrl(alarm: Alarm): string | undefined {
  return /[?&]project=([^&#]+)/.exec(text('incident.url')(alarm) ?? '')?.[1];
}

const resourceName = text('incident.resource_name', 'incident.resource_display_name', 'incident.resource_id');

const DASHBOARD = /dashboard/i;

/** Returns a reader for the first link in the documentation of the policy whose name passes the test. */
function documentationLink(isWanted: (name: string) => boolean): Reader<string> {
  return (alarm) => {
    const links = value('incident.documentation.links')(alarm);
    const wanted = (Array.isArray(links) ? links : []).find(
      (one: Json) => isObject(one) && isWanted(textOf(one['displayName']) ?? ''),
    );
    return wanted === undefined ? undefined : link('url')({ ...alarm, value: wanted });
  };
}

/** Incidents of Cloud Monitoring (schemas 1.0 to 1.2), posted directly or pushed by Pub/Sub. */
const INCIDENT: AlarmFormat = {
  alarms: singleOrList(eitherOf(wholeBody('incident'), findPushedIncident)),
  expects: {
    body: 'an incident of Cloud Monitoring (an object with `incident`), plain or pushed by Pub/Sub',
    identity: '`incident.incident_id`',
    state: '`incident.state` open or closed',
  },
  event_key: firstOf(
    text('incident.incident_id', 'incident.url', 'incident.condition.name'),
    joined(
      '/',
      text('incident.policy_name'),
      text('incident.condition_name', 'incident.condition.displayName'),
      text('incident.resource_id', 'incident.resource_name', 'incident.resource_display_name'),
    ),
    text('incident.summary'),
  ),
  event_type: firstOf<EventType | AcknowledgementType>(
    word<EventType | AcknowledgementType>(
      {
        open: 'ALERT',
        closed: 'RECOVERY',
        acknowledged: 'ACKNOWLEDGED',
      },
      'incident.state',
    ),
    (alarm) => (endedAt(alarm) === undefined ? 'ALERT' : 'RECOVERY'),
  ),
  title: text(
    'incident.summary',
    'incident.documentation.subject',
    'incident.condition_name',
    'incident.policy_name',
  ),
  description: joined(
    '\n\n',
    text('incident.summary'),
    text('incident.documentation.content', 'incident.documentation'),
  ),
  severity: severityBy(
    SEVERITIES,
    'incident.severity',
    'incident.policy_user_labels.severity',
    'incident.metadata.user_labels.severity',
    'incident.metadata.system_labels.severity',
  ),
  rule: text('incident.condition_name', 'incident.condition.displayName', 'incident.policy_name'),
  resource: firstOf(
    (alarm) =>
      resource(
        text('incident.resource.type', 'incident.resource_type_display_name')(alarm) ?? 'resource',
        resourceName,
        text(
          'incident.resource_id',
          ...(resourceName(alarm) === undefined ? [] : ['incident.resource.labels.instance_id']),
          'incident.resource_name',
          'incident.resource_display_name',
        ),
      )(alarm),
    (alarm) =>
      resource(
        text('incident.resource.type')(alarm) ?? 'resource',
        text(
          'incident.resource.labels.host',
          'incident.resource.labels.instance_id',
          'incident.resource.labels.service_name',
          'incident.resource.labels.pod_name',
          'incident.resource.labels.cluster_name',
        ),
      )(alarm),
  ),
  provider: () => 'google',
  account: firstOf(
    text(
      'incident.scoping_project_id',
      'incident.resource.labels.project_id',
      'incident.scoping_project_number',
    ),
    projectInUrl,
  ),
  started_at: instant('incident.started_at'),
  resolved_at: endedAt,
  labels: allLabels(
    labels('incident.policy_user_labels'),
    labels('incident.metadata.user_labels'),
    labels('incident.resource.labels'),
    labels('incident.metric.labels'),
    labels('incident.metadata.system_labels'),
    labelled({ policy: text('incident.policy_name') }),
  ),
  links: {
    source: link('incident.url'),
    runbook: documentationLink((name) => !DASHBOARD.test(name)),
    dashboard: documentationLink((name) => DASHBOARD.test(name)),
  },
  additional_info: {
    state: text('incident.state'),
    observed_value: value('incident.observed_value'),
    threshold_value: value('incident.threshold_value'),
    metric: text('incident.metric.type', 'incident.metric.displayName'),
    condition: value('incident.condition'),
    links: value('incident.documentation.links'),
    subscription: text('$.subscription'),
  },
  additional_info_0_2: {
    url: text('incident.url'),
    policy_name: text('incident.policy_name'),
    policy_user_labels: value('incident.policy_user_labels'),
    metric: value('incident.metric'),
    resource: value('incident.resource'),
    metadata: value('incident.metadata'),
    started_at: value('incident.started_at'),
    ended_at: value('incident.ended_at'),
  },
};

/** Cloud Monitoring: incidents, and the errors of Error Reporting. */
export const googleMonitoring: Plugin = {
  plugin_id: 'google-monitoring',
  version: '1.1.0',
  name: 'Google Cloud Monitoring',
  provider: 'google',
  docs: loadGuide('systems/google-monitoring'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/google-monitoring'),
  recognises: recogniseAny(
    recogniseBy('incident.incident_id', 'incident.state', 'version'),
    recogniseBy('incident.incident_id', 'incident.state', 'incident.started_at'),
    recogniseBy('incident.policy_name', 'incident.state', 'incident.condition_name'),
    recogniseBy('group_info.project_id', 'exception_info', 'event_info'),
    recogniseBy('message.data', 'message.messageId', 'subscription'),
  ),
  parse: createMultiFormatParser(INCIDENT, ERROR_REPORT),
};
