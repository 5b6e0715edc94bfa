import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { formatsOf } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { BUILD } from './build.js';

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
const status = ['job.status', 'workflow.status'];
const branch = text('pipeline.vcs.branch', 'pipeline.vcs.tag', 'pipeline.trigger_parameters.git.branch');
const name = joined('/', text('workflow.name'), text('job.name'));
const project = text('project.slug', 'project.name');

/** A completed workflow or job. */
const COMPLETED: Sender = {
  alarms: wholeBody('workflow', 'job', 'type'),
  expects: {
    body: 'a webhook of CircleCI (an object with `workflow`)',
    identity: '`project` and `workflow.name`',
    state: '`workflow.status` or `job.status`',
  },
  event_key: (alarm) => (name(alarm) === undefined ? undefined : joined('/', project, name, branch)(alarm)),
  event_type: (alarm) =>
    text('type')(alarm) === 'ping' ? ignored('a test of the webhook') : word(STATES, ...status)(alarm),
  title: joined(' ', joined(': ', text('project.name', 'project.slug'), name), text(...status), (alarm) =>
    branch(alarm) === undefined ? undefined : `on ${branch(alarm) ?? ''}`,
  ),
  description: text('pipeline.vcs.commit.subject', 'pipeline.trigger_parameters.git.commit_message'),
  severity: word(SEVERITIES, ...status),
  rule: name,
  resource: resource('project', text('project.name', 'project.slug'), project),
  provider: () => 'circleci',
  account: text('organization.name', 'organization.id'),
  occurred_at: instant('job.stopped_at', 'workflow.stopped_at', 'happened_at'),
  additional_info: {
    type: text('type'),
    status: text(...status),
    branch,
    revision: text('pipeline.vcs.revision'),
    pipeline: value('pipeline.number'),
    link: link('workflow.url'),
    author: text('pipeline.vcs.commit.author.name'),
  },
};

/** Outbound webhooks of CircleCI. */
export const circleci: Plugin = {
  plugin_id: 'circleci',
  version: '1.0.0',
  name: 'CircleCI',
  provider: 'circleci',
  docs: guideOf('systems/circleci'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/circleci'),
  headers: ['circleci-event-type'],
  recognises: anyShape(
    shaped(['type', /^(?:workflow|job)-completed$/], 'workflow.name', 'pipeline'),
    shaped({ header: 'circleci-event-type' }, 'workflow', 'project'),
    shaped({ header: 'circleci-event-type' }, ['type', /^ping$/]),
    shaped('payload.build_num', 'payload.reponame', 'payload.vcs_url'),
  ),
  parse: formatsOf(BUILD, COMPLETED),
};
