import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, furtherMembers, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType | Ignored> = {
  failure: 'ALERT',
  failed: 'ALERT',
  unstable: 'ALERT',
  success: 'RECOVERY',
  fixed: 'RECOVERY',
  aborted: ignored('status ABORTED: the build was stopped'),
  not_built: ignored('status NOT_BUILT'),
  start: ignored('the build has begun'),
};
const OUTBOUND_STATES: Vocabulary<EventType | Ignored> = STATES;
const SEVERITIES: Vocabulary<Severity> = { unstable: 'WARNING' };
const eventTypeByStatus = word(STATES, 'build.status', 'status', 'result');
const phase = text('build.phase', 'phase');
const jobName = text('display_name', 'name', 'buildName', 'job', 'jobName', 'project');
const statusText = text('build.status', 'status', 'result', 'event');
const branch = text('build.scm.branch');
const buildPage = link('build.full_url', 'buildUrl', 'build.url');

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const phaseName = phase(alarm);
  if (phaseName !== undefined && /^(?:queued|started)$/i.test(phaseName))
    return ignored(`phase ${phaseName}: not over yet`);
  return eventTypeByStatus(alarm) ?? word(OUTBOUND_STATES, 'event')(alarm);
}

/** The plugins Notification and Outbound Webhook of Jenkins. */
export const jenkins: Plugin = {
  plugin_id: 'jenkins',
  version: '1.1.0',
  name: 'Jenkins',
  provider: 'jenkins',
  docs: loadGuide('systems/jenkins'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/jenkins'),
  recognises: recogniseAny(
    recogniseBy('build.full_url', 'build.phase', 'build.number', 'name'),
    recogniseBy('build.number', 'build.status', 'build.phase'),
    recogniseBy('build.phase', 'build.number'),
    recogniseBy('buildName', 'buildUrl', 'event'),
  ),
  parse: createParser({
    alarms: wholeBody('build', 'buildName', 'job', 'jobName'),
    expects: {
      body: 'the body of the Notification plugin: an object with `name` and `build`',
      identity: '`name` or `url`',
      state: '`build.status` FAILURE, UNSTABLE or SUCCESS',
    },
    event_key: (alarm) => {
      const key =
        text('url', 'name', 'display_name', 'jobName', 'job')(alarm) ??
        text('buildName')(alarm)?.replace(/(?<! ) *#\d+$/, '');
      const keyBranch = text('build.parameters.branch', 'build.scm.branch')(alarm);
      return key === undefined || keyBranch === undefined ? key : `${key}#${keyBranch}`;
    },
    event_type: deriveEventType,
    title: joined(
      ' ',
      jobName,
      (alarm) => {
        const number = text('build.number', 'build.display_name')(alarm);
        return number && `#${number}`;
      },
      statusText,
    ),
    description: text('build.log', 'build.notes', 'build.test_summary.failed_tests[0].name'),
    severity: word(SEVERITIES, 'build.status', 'status', 'result'),
    state: statusText,
    rule: jobName,
    resource: resource('job', jobName, firstOf(text('url', 'name'), jobName)),
    provider: () => 'jenkins',
    occurred_at: instant('build.timestamp', 'timestamp'),
    labels: allLabels(labels('build.parameters'), labelled({ branch })),
    links: { source: buildPage },
    additional_info: {
      status: statusText,
      phase,
      number: text('build.number'),
      duration: value('build.duration'),
      commit: text('build.scm.commit'),
      culprits: value('build.scm.culprits'),
      parameters: furtherMembers('build.parameters'),
      test_summary: value('build.test_summary'),
    },
    additional_info_0_2: { branch, parameters: value('build.parameters'), link: buildPage },
  }),
};
