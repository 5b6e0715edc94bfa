import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { deriveDeploymentType, deploymentKey } from './deployment.js';
import { labelled } from '../../vocabulary/labels.js';

const MAX_LINE_LENGTH = 300;

/** Returns paths for fields inside `data`, and at the top level, where some notifications have them. */
function dataPaths(...fields: readonly string[]): string[] {
  return [...fields.map((field) => `data.${field}`), ...fields];
}

const STATES: Readonly<Record<string, EventType>> = {
  healthy: 'RECOVERY',
  tunnel_status_type_healthy: 'RECOVERY',
  resolved: 'RECOVERY',
  incident_status_resolved: 'RECOVERY',
  completed: 'RECOVERY',
  alert_state_event_end: 'RECOVERY',
  end: 'RECOVERY',
  unhealthy: 'ALERT',
  degraded: 'ALERT',
  down: 'ALERT',
  inactive: 'ALERT',
  tunnel_status_type_down: 'ALERT',
  tunnel_status_type_degraded: 'ALERT',
  tunnel_status_type_inactive: 'ALERT',
  alert_state_event_start: 'ALERT',
  start: 'ALERT',
};
const stateWord = text(...dataPaths('new_health', 'new_status', 'incident_status', 'status'), 'alert_event');
const state = word(
  STATES,
  ...dataPaths('new_health', 'new_status', 'incident_status', 'status'),
  'alert_event',
);

/** Derives the type. States are compared as whole words, because "Unhealthy" contains "Healthy". */
export function deriveEventType(alarm: Alarm): EventType | Ignored {
  if (/this is a test message sent from https:\/\/cloudflare\.com/i.test(text('text')(alarm) ?? ''))
    return ignored('a test of the webhook');
  if (text('data.episode.id')(alarm) !== undefined && /^pending$/i.test(text('data.status')(alarm) ?? ''))
    return ignored('an episode that is pending: neither firing nor over');
  return state(alarm) ?? 'ALERT';
}

const SEVERITIES: Readonly<Record<string, Severity>> = {
  incident_impact_critical: 'CRITICAL',
  incident_impact_major: 'ERROR',
  incident_impact_minor: 'WARNING',
  incident_impact_none: 'INFO',
};
const HEALTH_SEVERITIES: Readonly<Record<string, Severity>> = {
  unhealthy: 'ERROR',
  down: 'ERROR',
  tunnel_status_type_down: 'ERROR',
  degraded: 'WARNING',
  tunnel_status_type_degraded: 'WARNING',
  healthy: 'INFO',
  tunnel_status_type_healthy: 'INFO',
};
const affectedResource = text(
  ...dataPaths(
    'origin_name',
    'pool_name',
    'tunnel_name',
    'health_check_name',
    'name',
    'zone_name',
    'hostname',
    'target_hostname',
    'target_ip',
    'config.name',
    'unreachable_zones[0].zone_name',
    'unreachable_zones[0].host',
    'hostnames',
    'project_name',
    'pool_id',
    'tunnel_id',
    'health_check_id',
  ).filter((path) => path !== 'name'),
);

const RESOURCE_IDS = dataPaths('pool_id', 'tunnel_id', 'health_check_id', 'zone_id', 'origin_name', 'name');
/** The resource in version 1.0.0. Without an id of its own it has the name of the notification. */
export const resourceV1_0 = resource('resource', affectedResource, text(...RESOURCE_IDS));
/** The `name` at the top is that of the notification. */
const resourceId = firstOf(text(...RESOURCE_IDS.filter((path) => path !== 'name')), affectedResource);

/** Builds the title from the policy's name and the first line of the text, which says what happened. */
function buildTitle(alarm: Alarm): string | undefined {
  const name = text('name', 'policy_name')(alarm);
  const firstLine = text('text')(alarm)?.split('\n', 1)[0]?.trim().slice(0, MAX_LINE_LENGTH) || undefined;
  if (name === undefined || firstLine === undefined) return name ?? firstLine;
  return firstLine.includes(name) ? firstLine : `${name}: ${firstLine}`;
}

export const idOrPolicy = firstOf(
  text(...dataPaths('pool_id', 'tunnel_id', 'health_check_id', 'incident_id', 'attack_id', 'episode.id')),
  text('alert_correlation_id', ...dataPaths('alert_correlation_id')),
  joined('/', text('policy_id'), text('alert_type'), affectedResource),
  text('name', 'text'),
);

/** The format of all notifications. */
export const CLOUDFLARE: AlarmFormat = {
  alarms: singleOrList(wholeBody('alert_type', 'data', 'text', 'new_health', 'new_status', 'policy_id')),
  expects: {
    body: 'a notification of Cloudflare (an object with `alert_type` or `data`)',
    identity: 'an id of a pool, tunnel, health check, correlation or policy',
    state: 'a notification',
  },
  event_key: firstOf(deploymentKey, idOrPolicy),
  event_type: firstOf<EventType | Ignored>(deriveDeploymentType, deriveEventType),
  title: firstOf(
    buildTitle,
    joined(
      ' ',
      firstOf(text('alert_type', ...dataPaths('event_source')), () => 'Cloudflare'),
      affectedResource,
      joined(' ', () => 'is', stateWord),
    ),
  ),
  description: firstOf(
    text(
      'text',
      ...dataPaths(
        'message',
        'description',
        'failure_reason',
        'unhealthy_reason',
        'reason',
        'episode.summary',
      ),
    ),
    (alarm) => {
      const found = value('data')(alarm);
      return found === undefined ? undefined : JSON.stringify(found, null, 2);
    },
  ),
  severity: firstOf(
    severityBy(SEVERITIES, ...dataPaths('severity', 'impact', 'incident_impact')),
    word(HEALTH_SEVERITIES, ...dataPaths('new_health', 'new_status', 'status')),
  ),
  rule: text('policy_name', 'alert_type', 'name'),
  resource: resource('resource', affectedResource, resourceId),
  provider: () => 'cloudflare',
  account: text('account_id', 'account_tag', ...dataPaths('account_tag', 'account_id')),
  occurred_at: instant(
    'ts',
    ...dataPaths('timestamp', 'time', 'event_time', 'start_time', 'started_at', 'status_change_time'),
  ),
  labels: labelled({
    alert_type: text('alert_type'),
    zone: text(...dataPaths('zone_name', 'unreachable_zones[0].zone_name')),
    pool: text(...dataPaths('pool_name')),
    project: text(...dataPaths('pages_project_name', 'project_name')),
    environment: text(...dataPaths('environment')),
  }),
  links: { source: link(...dataPaths('dashboard_link', 'link', 'url')) },
  additional_info: {
    alert_event: text('alert_event'),
    alert_correlation_id: text('alert_correlation_id'),
    policy_id: text('policy_id'),
    state: stateWord,
    data: value('data'),
  },
  additional_info_0_2: {
    alert_type: text('alert_type'),
    link: text(...dataPaths('dashboard_link', 'link', 'url')),
  },
};

/** The webhook destination of Cloudflare's notifications. */
export const cloudflare: Plugin = {
  plugin_id: 'cloudflare',
  version: '1.1.0',
  name: 'Cloudflare',
  provider: 'cloudflare',
  docs: loadGuide('systems/cloudflare'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/cloudflare'),
  recognises: recogniseAny(
    recogniseBy('alert_type', 'account_id', 'policy_id'),
    recogniseBy('alert_type', 'ts', 'data'),
    recogniseBy('data.pool_id', 'data.new_health'),
    recogniseBy('pool_id', 'new_health', 'event_source'),
    recogniseBy('new_health', 'event_source'),
    recogniseBy('data.new_health', 'data.event_source'),
    recogniseBy('alert_type', 'policy_id', 'policy_name'),
    recogniseBy('alert_type', 'alert_correlation_id'),
    recogniseBy(['text', /cloudflare/i], 'name', 'data'),
    recogniseBy(['text', /^Hello World! This is a test message sent from https:..cloudflare\.com/]),
    recogniseBy({ header: 'cf-webhook-auth' }),
  ),
  parse: createParser(CLOUDFLARE),
};
