import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored, type Taken } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { dictionary } from '../../vocabulary/word.js';
import { joined } from '../../vocabulary/text.js';

/** Returns a reader for the first of these parameters that is present. SCOM writes `np` for "not present". */
function present(...names: readonly string[]): Reader<string> {
  const readers = names.map((name) => named(name));
  return (alarm) =>
    readers.map((read) => read(alarm)).find((found) => found !== undefined && found.toLowerCase() !== 'np');
}

const STATES = dictionary<EventType | Taken | Ignored>({
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
const SEVERITIES = dictionary<Severity>({
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
const state = present('resolutionState', 'resolutionStateName', 'state');

/** Derives the type. Custom resolution states usually mean that somebody is working on the alert, and are ignored. */
function eventType(alarm: Alarm): EventType | Taken | Ignored | undefined {
  const said = state(alarm);
  return said === undefined ? undefined : (STATES(said) ?? ignored(`resolution state ${said}`));
}
const entity = present(
  'managedEntitySource',
  'managedEntityDisplayName',
  'source',
  'managedEntity',
  'managedEntityPath',
);

/** A notification command channel of System Center Operations Manager that posts its variables. */
export const scom: Plugin = {
  plugin_id: 'scom',
  version: '1.0.0',
  name: 'Microsoft SCOM',
  provider: 'scom',
  docs: guideOf('systems/scom'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/scom'),
  recognises: anyShape(
    shaped('alertId', 'resolutionState', 'managedEntitySource', 'workflowId'),
    shaped('alertId', 'resolutionState', 'alertName'),
    shaped('AlertID', 'ResolutionState', 'AlertName'),
  ),
  parse: alarmsOf({
    alarms: wholeBody(),
    expects: {
      body: 'the body of the guide: an object with `alertId` and `resolutionState`',
      identity: '`alertId`',
      state: '`resolutionState` New or Closed',
    },
    event_key: firstOf(present('alertId', 'id'), joined('/', entity, present('alertName', 'name', 'title'))),
    event_type: eventType,
    taken: { by: present('lastModifiedBy', 'owner') },
    title: present('alertName', 'name', 'title'),
    description: present('alertDescription', 'description'),
    severity: (alarm) => SEVERITIES(present('severity', 'alertSeverity')(alarm) ?? ''),
    rule: present('alertName', 'name'),
    resource: resource(
      'managed entity',
      entity,
      firstOf(present('managedEntityFullName', 'managedEntityPath'), entity),
    ),
    provider: () => 'scom',
    account: present('managementGroup', 'managementGroupName'),
    occurred_at: (alarm) => instantOf(present('timeRaisedUtc', 'timestamp')(alarm) ?? null),
    additional_info: {
      resolutionState: state,
      severity: present('severity'),
      priority: present('priority'),
      category: present('category'),
      owner: present('owner'),
      timeRaised: present('timeRaised'),
      lastModified: present('lastModified'),
      repeatCount: present('repeatCount'),
      createdByMonitor: present('createdByMonitor'),
      workflowId: present('workflowId'),
      link: present('webConsoleUrl', 'link', 'url'),
    },
  }),
};
