import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { insideJson } from '../../vocabulary/embedded.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { allLabels, labelled, tags, toTags } from '../../vocabulary/labels.js';
import { OWN_LINKS, ownLabels } from '../../vocabulary/own-labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { dictionary } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

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
const DETAIL_PATHS = ['ProblemDetailsJSONv2', 'ProblemDetailsJSON', 'ProblemDetails'] as const;

const startTime = firstOf(...DETAIL_PATHS.map((path) => insideJson(path, instant('startTime'))));
// The value is -1 while the problem is open.
const endTime = firstOf(...DETAIL_PATHS.map((path) => insideJson(path, instant('endTime'))));
const detailSeverity = severityBy(SEVERITIES, 'severityLevel');

const state = fuzzyField('State', 'ProblemState', 'event.status');
const eventTypeByState = dictionary<EventType>({
  OPEN: 'ALERT',
  ACTIVE: 'ALERT',
  RESOLVED: 'RECOVERY',
  CLOSED: 'RECOVERY',
  MERGED: 'RECOVERY',
});

/** Derives the type from the state. Users write the body and may omit the state; a time of the end then means RECOVERY. */
function deriveEventType(alarm: Alarm): EventType | undefined {
  const stateText = state(alarm);
  if (stateText !== undefined) return eventTypeByState(stateText);
  return firstOf(endTime, instant('["event.end"]'))(alarm) === undefined ? 'ALERT' : 'RECOVERY';
}

const tagText = fuzzyField('Tags');
const problemUrl = fuzzyField('ProblemURL', 'Problem URL');
const impact = fuzzyField('ProblemImpact');

/** The tags of the impacted entities. The details contain them too, as objects. */
const problemTags = firstOf(
  (alarm) => toTags(tagText(alarm) ?? null),
  tags('entity_tags'),
  ...DETAIL_PATHS.map((path) => insideJson(path, tags('entityTags', 'tagsOfAffectedEntities'))),
);
const managementZones = firstOf(
  ...DETAIL_PATHS.map((path) => insideJson(path, textList('name', 'managementZones'))),
  fuzzyField('ManagementZone'),
);

/** The problem notification of Dynatrace: a body with its variables, which may be left unfilled. */
export const dynatrace: Plugin = {
  plugin_id: 'dynatrace',
  version: '1.1.0',
  name: 'Dynatrace',
  provider: 'dynatrace',
  docs: loadGuide('systems/dynatrace'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/dynatrace'),
  recognises: recogniseAny(
    recogniseBy('ProblemID', 'State', 'ProblemTitle'),
    recogniseBy('PID', 'State', 'ProblemTitle'),
    recogniseBy('ProblemID', 'State', 'ProblemURL'),
    recogniseBy('ProblemID', 'ImpactedEntity', 'State'),
    recogniseBy(['["event.kind"]', /DAVIS/], '["event.id"]'),
    recogniseBy('ProblemDetailsJSON', 'State'),
    recogniseBy('problemId', 'state', 'problemTitle'),
  ),
  parse: createParser({
    alarms: singleOrList(
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
      fuzzyField('ProblemID', 'PID', 'display_id', 'event.id'),
      joined(
        '/',
        fuzzyField('ImpactedEntity', 'ImpactedEntityNames'),
        fuzzyField('ProblemTitle', 'event.name'),
      ),
    ),
    // Dynatrace sends nothing more about a problem that was merged into another one.
    event_type: deriveEventType,
    title: fuzzyField('ProblemTitle', 'event.name'),
    description: fuzzyField(
      'ProblemDetailsText',
      'ProblemDetailsMarkdown',
      'ProblemDetailsHTML',
      'event.description',
    ),
    severity: firstOf(
      severityBy(SEVERITIES, 'ProblemSeverity', 'problemSeverity', 'severityLevel', '["event.category"]'),
      ...DETAIL_PATHS.map((path) => insideJson(path, detailSeverity)),
    ),
    rule: fuzzyField('ProblemTitle', 'event.name'),
    resource: firstOf(
      insideJson('ImpactedEntities', (alarm) =>
        resource(text('[0].type')(alarm) ?? 'entity', text('[0].name'), text('[0].entity'))(alarm),
      ),
      resource('entity', fuzzyField('ImpactedEntityNames', 'ImpactedEntity')),
      resource(
        'entity',
        textList(undefined, 'affected_entity_names', 'affected_entity_ids'),
        textList(undefined, 'affected_entity_ids'),
      ),
    ),
    provider: () => 'dynatrace',
    account: fuzzyField('Environment', 'EnvironmentID', 'ManagementZone'),
    started_at: firstOf(
      startTime,
      instant('StartTime', 'startTime', 'ProblemStartTime', 'problemStartTime', '["event.start"]'),
    ),
    resolved_at: firstOf(endTime, instant('["event.end"]')),
    labels: allLabels(problemTags, labelled({ impact, management_zone: managementZones }), ownLabels()),
    links: { source: problemUrl, ...OWN_LINKS },
    additional_info: {
      State: state,
      PID: fuzzyField('PID'),
      ProblemSeverity: fuzzyField('ProblemSeverity'),
      ImpactedEntities: value('ImpactedEntities'),
      ImpactedEntity: fuzzyField('ImpactedEntity'),
      ProblemDetails: value(...DETAIL_PATHS),
    },
    additional_info_0_2: { ProblemURL: problemUrl, ProblemImpact: impact, Tags: tagText },
  }),
};
