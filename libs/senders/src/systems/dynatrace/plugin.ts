import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { inside } from '../../vocabulary/embedded.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { texts } from '../../vocabulary/texts.js';
import { dictionary } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

const SEVERITIES: Readonly<Record<string, Severity>> = {
  AVAILABILITY: 'CRITICAL',
  ERROR: 'ERROR',
  PERFORMANCE: 'WARNING',
  SLOWDOWN: 'WARNING',
  RESOURCE_CONTENTION: 'WARNING',
  RESOURCE: 'WARNING',
  CUSTOM_ALERT: 'WARNING',
  MONITORING_UNAVAILABLE: 'NOT_AVAILABLE',
};
const DETAILS = ['ProblemDetailsJSONv2', 'ProblemDetailsJSON', 'ProblemDetails'] as const;

const startTime = firstOf(...DETAILS.map((path) => inside(path, instant('startTime'))));
// The value is -1 while the problem is open.
const endTime = firstOf(...DETAILS.map((path) => inside(path, instant('endTime'))));
const level = severityBy(SEVERITIES, 'severityLevel');

const state = named('State', 'ProblemState', 'event.status');
const stateOf = dictionary<EventType>({
  OPEN: 'ALERT',
  ACTIVE: 'ALERT',
  RESOLVED: 'RECOVERY',
  CLOSED: 'RECOVERY',
  MERGED: 'RECOVERY',
});

/** Derives the type from the state. Users write the body and may omit the state; a time of the end then means RECOVERY. */
function typeOf(alarm: Alarm): EventType | undefined {
  const said = state(alarm);
  if (said !== undefined) return stateOf(said);
  return firstOf(endTime, instant('["event.end"]'))(alarm) === undefined ? 'ALERT' : 'RECOVERY';
}

/** The problem notification of Dynatrace: a body with its variables, which may be left unfilled. */
export const dynatrace: Plugin = {
  plugin_id: 'dynatrace',
  version: '1.0.0',
  name: 'Dynatrace',
  provider: 'dynatrace',
  docs: guideOf('systems/dynatrace'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/dynatrace'),
  recognises: anyShape(
    shaped('ProblemID', 'State', 'ProblemTitle'),
    shaped('PID', 'State', 'ProblemTitle'),
    shaped('ProblemID', 'State', 'ProblemURL'),
    shaped('ProblemID', 'ImpactedEntity', 'State'),
    shaped(['["event.kind"]', /DAVIS/], '["event.id"]'),
    shaped('ProblemDetailsJSON', 'State'),
    shaped('problemId', 'state', 'problemTitle'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(
      wholeBody(
        'ProblemID',
        'PID',
        'ProblemTitle',
        'problemId',
        'problemTitle',
        '["event.id"]',
        '["event.name"]',
      ),
    ),
    expects: {
      body: 'a problem notification of Dynatrace (an object with `ProblemID` and `State`)',
      identity: '`ProblemID` or `PID`',
      state: '`State` OPEN, RESOLVED or MERGED',
    },
    event_key: firstOf(
      named('ProblemID', 'PID', 'display_id', 'event.id'),
      joined('/', named('ImpactedEntity', 'ImpactedEntityNames'), named('ProblemTitle', 'event.name')),
    ),
    // Dynatrace sends nothing more about a problem that was merged into another one.
    event_type: typeOf,
    title: named('ProblemTitle', 'event.name'),
    description: named(
      'ProblemDetailsText',
      'ProblemDetailsMarkdown',
      'ProblemDetailsHTML',
      'event.description',
    ),
    severity: firstOf(
      severityBy(SEVERITIES, 'ProblemSeverity', 'problemSeverity', 'severityLevel', '["event.category"]'),
      ...DETAILS.map((path) => inside(path, level)),
    ),
    rule: named('ProblemTitle', 'event.name'),
    resource: firstOf(
      inside('ImpactedEntities', (alarm) =>
        resource(text('[0].type')(alarm) ?? 'entity', text('[0].name'), text('[0].entity'))(alarm),
      ),
      resource('entity', named('ImpactedEntityNames', 'ImpactedEntity')),
      resource(
        'entity',
        texts(undefined, 'affected_entity_names', 'affected_entity_ids'),
        texts(undefined, 'affected_entity_ids'),
      ),
    ),
    provider: () => 'dynatrace',
    account: named('Environment', 'EnvironmentID', 'ManagementZone'),
    occurred_at: firstOf(
      startTime,
      instant('StartTime', 'startTime', 'ProblemStartTime', 'problemStartTime', '["event.start"]'),
    ),
    resolved_at: firstOf(endTime, instant('["event.end"]')),
    additional_info: {
      State: state,
      PID: named('PID'),
      ProblemURL: named('ProblemURL', 'Problem URL'),
      ProblemImpact: named('ProblemImpact'),
      ProblemSeverity: named('ProblemSeverity'),
      ImpactedEntities: value('ImpactedEntities'),
      ImpactedEntity: named('ImpactedEntity'),
      Tags: named('Tags'),
      ProblemDetails: value(...DETAILS),
    },
  }),
};
