import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word } from '../../vocabulary/word.js';

const INCIDENT_STATES: Readonly<Record<string, EventType | Ignored>> = {
  investigating: 'ALERT',
  identified: 'ALERT',
  monitoring: 'ALERT',
  resolved: 'RECOVERY',
  postmortem: 'RECOVERY',
  scheduled: ignored('status scheduled: planned maintenance'),
  notstartedyet: ignored('status not started yet: planned maintenance'),
  in_progress: 'ALERT',
  verifying: 'ALERT',
  completed: 'RECOVERY',
};
const IMPACTS: Readonly<Record<string, Severity>> = {
  none: 'NONE',
  maintenance: 'INFO',
  minor: 'WARNING',
  major: 'ERROR',
  critical: 'CRITICAL',
  degraded_performance: 'WARNING',
  partial_outage: 'ERROR',
  major_outage: 'CRITICAL',
};
const COMPONENT_STATES: Readonly<Record<string, EventType>> = {
  operational: 'RECOVERY',
  degraded_performance: 'ALERT',
  partial_outage: 'ALERT',
  major_outage: 'ALERT',
  under_maintenance: 'ALERT',
};
const COMPONENT_SEVERITIES: Readonly<Record<string, Severity>> = {
  operational: 'INFO',
  degraded_performance: 'WARNING',
  partial_outage: 'ERROR',
  major_outage: 'CRITICAL',
  under_maintenance: 'INFO',
};
const pageInfo = {
  status_indicator: text('page.status_indicator'),
  status_description: text('page.status_description'),
};

const INCIDENT: AlarmFormat = {
  alarms: wholeBody('incident.status', 'incident.name', 'maintenance.status'),
  expects: {
    body: 'an incident of Statuspage (an object with `incident`)',
    identity: '`incident.id`',
    state: '`incident.status`',
  },
  event_key: text('incident.id', 'maintenance.id', 'incident.name'),
  event_type: word(INCIDENT_STATES, 'incident.status', 'maintenance.status'),
  title: text('incident.name', 'maintenance.name'),
  description: text(
    'incident.incident_updates[0].body',
    'incident.incident_updates[0].markdown',
    'maintenance.maintenance_updates[0].body',
  ),
  severity: firstOf(word(IMPACTS, 'incident.impact_override', 'incident.impact'), (alarm) =>
    text('maintenance.status')(alarm) === undefined ? undefined : 'INFO',
  ),
  resource: resource('component', textList('name', 'incident.components', 'incident.affected_components')),
  provider: () => 'statuspage',
  account: text('page.id', 'incident.organization_id'),
  occurred_at: instant(
    'incident.updated_at',
    'incident.created_at',
    'maintenance.updated_at',
    'maintenance.created_at',
  ),
  resolved_at: instant('incident.resolved_at', 'maintenance.resolved_at', 'incident.updated_at'),
  links: { source: link('incident.shortlink', 'incident.url', 'maintenance.url', 'page.url') },
  additional_info: {
    ...pageInfo,
    status: text('incident.status', 'maintenance.status'),
    impact: text('incident.impact'),
    components: value('incident.components'),
    created_at: text('incident.created_at'),
  },
  additional_info_0_2: { link: link('incident.shortlink', 'incident.url', 'maintenance.url') },
};

const componentName = text('component.name', 'component_update.component_name');
const componentStatusPaths = ['component_update.new_status', 'component.status'];

const COMPONENT: AlarmFormat = {
  alarms: wholeBody('component_update', 'component.status'),
  expects: {
    body: 'a component of Statuspage (an object with `component`)',
    identity: '`component.id`',
    state: '`component_update.new_status` or `component.status`',
  },
  event_key: text('component.id', 'component_update.component_id', 'component.name'),
  event_type: word(COMPONENT_STATES, ...componentStatusPaths),
  title: joined(' is ', componentName, (alarm) =>
    text(...componentStatusPaths)(alarm)
      ?.toLowerCase()
      .replaceAll('_', ' '),
  ),
  description: text('component.description', 'page.status_description'),
  severity: word(COMPONENT_SEVERITIES, ...componentStatusPaths),
  rule: componentName,
  resource: resource('component', componentName, text('component.id', 'component_update.component_id')),
  provider: () => 'statuspage',
  account: text('page.id'),
  occurred_at: instant('component_update.created_at', 'component.updated_at', 'component.created_at'),
  links: { source: link('page.url') },
  additional_info: {
    ...pageInfo,
    new_status: text(...componentStatusPaths),
    old_status: text('component_update.old_status'),
  },
};

/** Webhook subscriptions of Atlassian Statuspage, and of services with the same format (Instatus). */
export const statuspage: Plugin = {
  plugin_id: 'statuspage',
  version: '1.1.0',
  name: 'Statuspage',
  provider: 'statuspage',
  docs: loadGuide('systems/statuspage'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/statuspage'),
  recognises: recogniseAny(
    recogniseBy('page.status_indicator', 'incident.status', 'incident.name'),
    recogniseBy('page.status_description', 'incident.status', 'incident.name'),
    recogniseBy('page.id', 'incident.incident_updates', 'incident.impact'),
    recogniseBy('page.id', 'maintenance.status', 'maintenance.name'),
    recogniseBy('component_update.new_status', 'component.name', 'page'),
    recogniseBy('component_update.new_status', 'component_update.component_id'),
    recogniseBy('page.status_indicator', 'component.status', 'component.name'),
  ),
  parse: createMultiFormatParser(INCIDENT, COMPONENT),
};
