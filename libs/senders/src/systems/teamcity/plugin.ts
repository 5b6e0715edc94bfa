import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';
import { newestOnly } from '../../vocabulary/newest-only.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const RESULTS: Readonly<Record<string, EventType | Ignored>> = {
  success: 'RECOVERY',
  failure: 'ALERT',
  error: 'ALERT',
  unknown: ignored('the build was canceled or has no result yet'),
  running: ignored('the build is running'),
};
/** Paths of the result. The plugin tcWebHooks has the build in `build`, TeamCity's own webhooks have it in `payload`. */
const resultPaths = ['build.buildResult', 'payload.status'];
const eventName = text('build.notifyType', 'eventType');
const buildType = text('build.buildTypeId', 'payload.buildTypeId', 'payload.buildType.id');
const fullName = firstOf(
  text('build.buildFullName'),
  joined(' :: ', text('payload.buildType.projectName'), text('payload.buildType.name')),
  buildType,
);
const branch = text('build.branchDisplayName', 'build.branchName', 'payload.branchName');

/** Returns whether a developer built changes of their own, which says nothing of the branch. */
function isPersonal(alarm: Alarm): boolean {
  const properties = value('build.teamcityProperties')(alarm);
  const isMarked = (one: Json): boolean =>
    isObject(one) && one['name'] === 'env.BUILD_IS_PERSONAL' && textOf(one['value']) === 'true';
  return (
    /^true$/i.test(text('payload.personal', 'build.buildIsPersonal')(alarm) ?? '') ||
    (Array.isArray(properties) && properties.some(isMarked))
  );
}

const PERSONAL = ignored('a personal build: it says nothing of the branch');

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const notifiedEvent = eventName(alarm) ?? '';
  if (
    /^(?:buildStarted|changesLoaded|beforeBuildFinish|buildAdded|build_?queued|build_?started|changes_loaded|buildInterrupted|build_interrupted|build_problems_changed|responsibility.*|investigation.*|test.*|agent.*)$/i.test(
      notifiedEvent,
    )
  )
    return ignored(`${notifiedEvent}: the build has not ended`);
  return newestOnly(isPersonal)(alarm) ? PERSONAL : word(RESULTS, ...resultPaths)(alarm);
}

/** Builds of TeamCity: its own webhooks and those of the plugin tcWebHooks. */
export const teamcity: Plugin = {
  plugin_id: 'teamcity',
  version: '1.1.0',
  name: 'TeamCity',
  provider: 'teamcity',
  docs: loadGuide('systems/teamcity'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/teamcity'),
  recognises: recogniseAny(
    recogniseBy('build.buildTypeId', 'build.buildResult', 'build.notifyType'),
    recogniseBy(['eventType', /^(?:BUILD|CHANGES|AGENT)_/], 'payload.buildTypeId'),
    recogniseBy(['eventType', /^(?:BUILD|CHANGES)_/], 'payload.buildType', 'payload.webUrl'),
  ),
  parse: createParser({
    alarms: wholeBody(
      'build.buildTypeId',
      'build.buildResult',
      'payload.buildTypeId',
      'payload.buildType',
      'eventType',
    ),
    expects: {
      body: 'a webhook of TeamCity (an object with `build`, or with `eventType` and `payload`)',
      identity: '`build.buildTypeId` or `payload.buildTypeId`',
      state: '`build.buildResult` or `payload.status`',
    },
    event_key: (alarm) =>
      buildType(alarm) === undefined ? undefined : joined('/', buildType, branch)(alarm),
    event_type: deriveEventType,
    title: joined(' ', fullName, text(...resultPaths), (alarm) =>
      branch(alarm) === undefined ? undefined : `on ${branch(alarm) ?? ''}`,
    ),
    description: text('build.message', 'payload.statusText', 'build.buildStatus', 'build.text'),
    severity: word<Severity>({ success: 'INFO', failure: 'ERROR', error: 'ERROR' }, ...resultPaths),
    rule: text('build.buildName', 'payload.buildType.name'),
    resource: resource('build', fullName, buildType),
    provider: () => 'teamcity',
    account: text('build.projectName', 'payload.buildType.projectName', 'build.projectId'),
    occurred_at: instant(
      'build.buildFinishTime',
      'build.currentTime',
      'payload.finishDate',
      'payload.finishOnAgentDate',
    ),
    // The extra parameters are those that users give to a webhook of tcWebHooks.
    labels: allLabels(tags('build.extraParameters', 'payload.tags.tag'), labelled({ branch })),
    links: { source: link('build.buildStatusUrl', 'payload.webUrl') },
    additional_info: {
      event: eventName,
      number: text('build.buildNumber', 'payload.number'),
      status: text('build.buildStatus', 'payload.statusText'),
      delta: text('build.buildResultDelta'),
      triggered_by: text('build.triggeredBy'),
      agent: text('build.agentName', 'payload.agent.name'),
    },
    additional_info_0_2: { branch, link: link('build.buildStatusUrl', 'payload.webUrl') },
  }),
};
