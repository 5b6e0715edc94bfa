import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { BUILD } from './build.js';
import { labelled } from '../../vocabulary/labels.js';

const STATES: Readonly<Record<string, EventType | Ignored>> = {
  success: 'RECOVERY',
  failed: 'ALERT',
  error: 'ALERT',
  unauthorized: 'ALERT',
  canceled: ignored('canceled: neither failed nor succeeded'),
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  success: 'INFO',
  failed: 'ERROR',
  error: 'ERROR',
  unauthorized: 'ERROR',
};
/** Paths of the status. A job event also contains the workflow, so the status of the job has precedence. */
const statusPaths = ['job.status', 'workflow.status'];
const branch = text('pipeline.vcs.branch', 'pipeline.vcs.tag', 'pipeline.trigger_parameters.git.branch');
const jobName = joined('/', text('workflow.name'), text('job.name'));
const project = text('project.slug', 'project.name');

/** A completed workflow or job. */
const COMPLETED: AlarmFormat = {
  alarms: wholeBody('workflow', 'job', 'type'),
  expects: {
    body: 'a webhook of CircleCI (an object with `workflow`)',
    identity: '`project` and `workflow.name`',
    state: '`workflow.status` or `job.status`',
  },
  event_key: (alarm) =>
    jobName(alarm) === undefined ? undefined : joined('/', project, jobName, branch)(alarm),
  event_type: (alarm) =>
    text('type')(alarm) === 'ping' ? ignored('a test of the webhook') : word(STATES, ...statusPaths)(alarm),
  title: joined(
    ' ',
    joined(': ', text('project.name', 'project.slug'), jobName),
    text(...statusPaths),
    (alarm) => (branch(alarm) === undefined ? undefined : `on ${branch(alarm) ?? ''}`),
  ),
  description: text('pipeline.vcs.commit.subject', 'pipeline.trigger_parameters.git.commit_message'),
  severity: word(SEVERITIES, ...statusPaths),
  rule: jobName,
  resource: resource('project', text('project.name', 'project.slug'), project),
  provider: () => 'circleci',
  account: text('organization.name', 'organization.id'),
  occurred_at: instant('job.stopped_at', 'workflow.stopped_at', 'happened_at'),
  labels: labelled({ branch: text('pipeline.vcs.branch', 'pipeline.trigger_parameters.git.branch') }),
  links: { source: link('workflow.url') },
  additional_info: {
    type: text('type'),
    status: text(...statusPaths),
    revision: text('pipeline.vcs.revision'),
    pipeline: value('pipeline.number'),
    author: text('pipeline.vcs.commit.author.name'),
  },
  additional_info_0_2: { branch, link: link('workflow.url') },
};

/** Outbound webhooks of CircleCI. */
export const circleci: Plugin = {
  plugin_id: 'circleci',
  version: '1.1.0',
  name: 'CircleCI',
  provider: 'circleci',
  docs: loadGuide('systems/circleci'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/circleci'),
  headers: ['circleci-event-type'],
  recognises: recogniseAny(
    recogniseBy(['type', /^(?:workflow|job)-completed$/], 'workflow.name', 'pipeline'),
    recogniseBy({ header: 'circleci-event-type' }, 'workflow', 'project'),
    recogniseBy({ header: 'circleci-event-type' }, ['type', /^ping$/]),
    recogniseBy('payload.build_num', 'payload.reponame', 'payload.vcs_url'),
  ),
  parse: createMultiFormatParser(BUILD, COMPLETED),
};
