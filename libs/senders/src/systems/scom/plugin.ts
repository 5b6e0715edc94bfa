import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { labelled } from '../../vocabulary/labels.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import {
  createParser,
  ignored,
  type Ignored,
  type AcknowledgementType,
} from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { dictionary } from '../../vocabulary/word.js';
import { readSeverity } from '../../vocabulary/severity.js';
import { joined } from '../../vocabulary/text.js';

/** Returns a reader for the first of these parameters that is present. SCOM writes `np` for "not present". */
function presentField(...names: readonly string[]): Reader<string> {
  const readers = names.map((name) => fuzzyField(name));
  return (alarm) =>
    readers.map((read) => read(alarm)).find((found) => found !== undefined && found.toLowerCase() !== 'np');
}

const eventTypeByState = dictionary<EventType | AcknowledgementType | Ignored>({
  0: 'ALERT',
  new: 'ALERT',
  254: 'RECOVERY',
  resolved: 'RECOVERY',
  255: 'RECOVERY',
  closed: 'RECOVERY',
  247: ignored('resolution state Awaiting Evidence'),
  'awaiting evidence': ignored('resolution state Awaiting Evidence'),
  248: ignored('resolution state Assigned to Engineering'),
  'assigned to engineering': ignored('resolution state Assigned to Engineering'),
  249: 'ACKNOWLEDGED',
  acknowledged: 'ACKNOWLEDGED',
  250: ignored('resolution state Scheduled'),
  scheduled: ignored('resolution state Scheduled'),
});
const severityByWord = dictionary<Severity>({
  0: 'INFO',
  1: 'WARNING',
  2: 'CRITICAL',
  information: 'INFO',
  informational: 'INFO',
  warning: 'WARNING',
  matchmonitorhealth: 'NONE',
  error: 'CRITICAL',
  critical: 'CRITICAL',
});
function deriveSeverity(alarm: Alarm): Severity | undefined {
  const severityText = presentField('severity', 'alertSeverity')(alarm);
  return alarm.delivery.words === '0.2'
    ? severityByWord(severityText ?? '')
    : readSeverity(alarm, severityText, severityByWord);
}

const state = presentField('resolutionState', 'resolutionStateName', 'state');

/** Derives the type. Custom resolution states usually mean that somebody is working on the alert, and are ignored. */
function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored | undefined {
  const stateText = state(alarm);
  return stateText === undefined
    ? undefined
    : (eventTypeByState(stateText) ?? ignored(`resolution state ${stateText}`));
}
const entity = presentField(
  'managedEntitySource',
  'managedEntityDisplayName',
  'source',
  'managedEntity',
  'managedEntityPath',
);

/** The custom fields of an alert, which management packs and runbooks fill. */
const CUSTOM_FIELDS = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => `custom${index + 1}`).map((name) => [
    name,
    presentField(name, name.replace('custom', 'customField')),
  ]),
);

/** A notification command channel of System Center Operations Manager that posts its variables. */
export const scom: Plugin = {
  plugin_id: 'scom',
  version: '1.1.0',
  name: 'Microsoft SCOM',
  provider: 'scom',
  docs: loadGuide('systems/scom'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/scom'),
  recognises: recogniseAny(
    recogniseBy('alertId', 'resolutionState', 'managedEntitySource', 'workflowId'),
    recogniseBy('alertId', 'resolutionState', 'alertName'),
    recogniseBy('AlertID', 'ResolutionState', 'AlertName'),
  ),
  parse: createParser({
    alarms: wholeBody(),
    expects: {
      body: 'the body of the guide: an object with `alertId` and `resolutionState`',
      identity: '`alertId`',
      state: '`resolutionState` New or Closed',
    },
    event_key: firstOf(
      presentField('alertId', 'id'),
      joined('/', entity, presentField('alertName', 'name', 'title')),
    ),
    event_type: deriveEventType,
    acknowledgement: { by: presentField('lastModifiedBy', 'owner') },
    title: presentField('alertName', 'name', 'title'),
    description: presentField('alertDescription', 'description'),
    severity: deriveSeverity,
    rule: presentField('alertName', 'name'),
    resource: resource(
      'managed entity',
      entity,
      firstOf(presentField('managedEntityFullName', 'managedEntityPath'), entity),
    ),
    provider: () => 'scom',
    account: presentField('managementGroup', 'managementGroupName'),
    started_at: (alarm) => parseInstant(presentField('timeRaisedUtc')(alarm) ?? null, alarm.delivery.words),
    occurred_at: (alarm) => parseInstant(presentField('timestamp')(alarm) ?? null, alarm.delivery.words),
    labels: labelled({ category: presentField('category'), ...CUSTOM_FIELDS }),
    links: { source: presentField('webConsoleUrl', 'link', 'url') },
    additional_info: {
      resolutionState: state,
      severity: presentField('severity'),
      priority: presentField('priority'),
      owner: presentField('owner'),
      timeRaised: presentField('timeRaised'),
      lastModified: presentField('lastModified'),
      repeatCount: presentField('repeatCount'),
      createdByMonitor: presentField('createdByMonitor'),
      workflowId: presentField('workflowId'),
    },
    additional_info_0_2: {
      category: presentField('category'),
      link: presentField('webConsoleUrl', 'link', 'url'),
    },
  }),
};
