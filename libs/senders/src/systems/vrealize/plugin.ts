import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';
import { LOG_ALERT } from './log-alert.js';

const SEVERITIES: Vocabulary<Severity> = {
  ALERT_CRITICALITY_LEVEL_CRITICAL: 'CRITICAL',
  ALERT_CRITICALITY_LEVEL_IMMEDIATE: 'ERROR',
  ALERT_CRITICALITY_LEVEL_WARNING: 'WARNING',
  ALERT_CRITICALITY_LEVEL_INFO: 'INFO',
  ALERT_CRITICALITY_LEVEL_INFORMATION: 'INFO',
  ALERT_CRITICALITY_LEVEL_NONE: 'NONE',
  ALERT_CRITICALITY_LEVEL_UNKNOWN: 'NONE',
  ALERT_CRITICALITY_LEVEL_AUTO: 'NONE',
  immediate: 'ERROR',
};
const STATES: Vocabulary<EventType> = {
  active: 'ALERT',
  new: 'ALERT',
  updated: 'ALERT',
  open: 'ALERT',
  canceled: 'RECOVERY',
  cancelled: 'RECOVERY',
  closed: 'RECOVERY',
  inactive: 'RECOVERY',
};
const name = text('alertName', 'alertDefinitionName', 'alertDefinition');

/** Returns the kind of problem in words: `ALERT_SUBTYPE_AVAILABILITY_PROBLEM` becomes `availability problem`. */
function problemKind(alarm: Alarm): string | undefined {
  return text(
    'subType',
    'type',
  )(alarm)
    ?.replace(/^ALERT_(?:SUB)?TYPE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** The REST notification of VMware Aria Operations (vRealize Operations). */
const NOTIFICATION: AlarmFormat = {
  alarms: wholeBody('alertId', 'criticality', 'resourceId', 'alertName'),
  expects: {
    body: 'the body of a REST notification: an object with `alertId` and `status`',
    identity: '`alertId`',
    state: '`status` ACTIVE or CANCELED',
  },
  event_key: firstOf(
    text('alertId', 'id'),
    joined('/', text('resourceId', 'resourceName'), firstOf(name, problemKind)),
  ),
  event_type: word(STATES, 'status'),
  title: firstOf(name, joined(': ', text('resourceName'), problemKind)),
  description: text('info', 'alertDescription', 'description', 'alertName'),
  severity: severityBy(SEVERITIES, 'criticality', 'alertCriticality'),
  rule: firstOf(name, text('subType', 'type')),
  resource: (alarm) => {
    const found = resource('resource', text('resourceName'), text('resourceId', 'resourceName'))(alarm);
    return found && { ...found, resource_type: text('resourceKind')(alarm) ?? 'resource' };
  },
  provider: () => 'vrealize',
  started_at: instant('startDate'),
  occurred_at: instant('updateDate'),
  resolved_at: instant('cancelDate', 'updateDate'),
  labels: labelled({
    type: text('type'),
    sub_type: text('subType'),
    adapter_kind: text('adapterKind'),
  }),
  additional_info: {
    status: text('status'),
    updateDate: value('updateDate'),
    health: value('Health', 'health'),
    risk: value('Risk', 'risk'),
    efficiency: value('Efficiency', 'efficiency'),
  },
  additional_info_0_2: {
    type: text('type'),
    subType: text('subType'),
    adapterKind: text('adapterKind'),
  },
};

/** VMware Aria Operations, and Aria Operations for Logs. */
export const vrealize: Plugin = {
  plugin_id: 'vrealize',
  version: '1.1.0',
  name: 'VMware Aria Operations',
  provider: 'vrealize',
  docs: loadGuide('systems/vrealize'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/vrealize'),
  recognises: recogniseAny(
    recogniseBy('alertId', 'adapterKind', 'resourceKind', 'criticality'),
    recogniseBy('alertId', 'resourceName', ['criticality', /^ALERT_CRITICALITY/]),
    recogniseBy('alertId', 'adapterKind', 'status', 'resourceName'),
    recogniseBy('AlertName', 'HitCount', 'SearchPeriod'),
  ),
  parse: createMultiFormatParser(NOTIFICATION, LOG_ALERT),
};
