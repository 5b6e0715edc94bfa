import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';
import { INCIDENT } from './incident.js';

const STATES: Vocabulary<EventType | Ignored> = {
  failed: 'ALERT',
  success: 'RECOVERY',
  canceled: ignored('status canceled: neither failed nor passed'),
  canceling: ignored('status canceling: not over yet'),
  skipped: ignored('status skipped: neither failed nor passed'),
  manual: ignored('status manual: waits for somebody'),
  created: ignored('status created: not over yet'),
  pending: ignored('status pending: not over yet'),
  preparing: ignored('status preparing: not over yet'),
  running: ignored('status running: not over yet'),
  scheduled: ignored('status scheduled: not over yet'),
  waiting_for_resource: ignored('status waiting_for_resource: not over yet'),
};
const RUN_KINDS: Vocabulary<boolean> = { pipeline: true, build: true, deployment: true };
const isRun = word(RUN_KINDS, 'object_kind');
const status = word(STATES, 'object_attributes.status', 'build_status', 'status');
const project = text(
  'project.path_with_namespace',
  'project_name',
  'repository.name',
  'project.name',
  'project_id',
);
const branch = text('object_attributes.ref', 'ref');
/** The name of the job, environment or pipeline. */
const runName = firstOf(text('build_name'), text('environment'), text('object_attributes.name'));
const statusText = text(
  'object_attributes.detailed_status',
  'object_attributes.status',
  'build_status',
  'status',
);

/** Builds the address of a job, which the body of a job does not contain. */
const jobPage: Reader<string> = (alarm) => {
  const projectPage = link('project.web_url', 'repository.homepage')(alarm);
  const job = text('build_id')(alarm);
  return projectPage === undefined || job === undefined ? undefined : `${projectPage}/-/jobs/${job}`;
};

/** Whether the job is allowed to fail. Its failure does not fail the pipeline. */
const isAllowedToFail = word<boolean>({ true: true }, 'build_allow_failure');

/** Pipelines, jobs and deployments. System hooks and all other webhooks of GitLab are ignored. */
export const RUN: AlarmFormat = {
  alarms: wholeBody('object_kind', 'event_name'),
  expects: {
    body: 'the body of a GitLab webhook: an object with `object_kind`',
    identity: '`project`',
    state: '`status` failed or success',
  },
  event_key: (alarm) =>
    project(alarm) === undefined
      ? undefined
      : joined('/', project, text('object_kind'), runName, branch)(alarm),
  event_type: (alarm) => {
    if (isRun(alarm) === undefined)
      return ignored(`${text('object_kind', 'event_name')(alarm) ?? ''}: not a run`);
    const type = status(alarm);
    return type === 'ALERT' && isAllowedToFail(alarm) ? ignored('the job is allowed to fail') : type;
  },
  title: joined(
    ' ',
    joined(': ', project, joined(' ', text('object_kind'), runName)),
    statusText,
    (alarm) => {
      const branchName = branch(alarm);
      return branchName && `on ${branchName}`;
    },
  ),
  description: firstOf(
    text('build_failure_reason'),
    joined(
      '\n',
      text('commit.title', 'commit.message', 'commit_title'),
      text('commit.author.name', 'user.name'),
    ),
  ),
  rule: firstOf(runName, text('object_kind')),
  state: text('object_attributes.status', 'build_status', 'status'),
  resource: resource('project', project, text('project.path_with_namespace', 'project.id', 'project_id')),
  provider: () => 'gitlab',
  account: text('project.namespace'),
  occurred_at: instant(
    'object_attributes.finished_at',
    'build_finished_at_iso',
    'build_finished_at',
    'status_changed_at',
    'object_attributes.created_at',
    'build_created_at',
  ),
  labels: labelled({
    object_kind: text('object_kind'),
    branch,
    environment: text('environment'),
    stage: text('build_stage'),
    trigger: text('object_attributes.source'),
  }),
  links: { source: firstOf(link('object_attributes.url', 'deployable_url'), jobPage) },
  additional_info: {
    status: statusText,
    commit: text('object_attributes.sha', 'sha', 'commit.id', 'short_sha'),
    pipeline_id: text('object_attributes.id', 'pipeline_id'),
    build_id: text('build_id'),
    user: text('user.username', 'user.name'),
    failed_jobs: (alarm) => {
      const builds = value('builds')(alarm);
      const failed = (Array.isArray(builds) ? builds : []).filter(
        (one: Json) => isObject(one) && one['status'] === 'failed',
      );
      return failed.length === 0
        ? undefined
        : failed.map((one: Json) => (isObject(one) ? (one['name'] ?? null) : null));
    },
  },
  additional_info_0_2: {
    object_kind: text('object_kind'),
    branch,
    stage: text('build_stage'),
    source: text('object_attributes.source'),
    link: link(
      'object_attributes.url',
      'deployable_url',
      'commit.url',
      'project.web_url',
      'repository.homepage',
    ),
  },
};

/** Webhooks of GitLab: pipelines, jobs and deployments; incidents and vulnerabilities. */
export const gitlab: Plugin = {
  plugin_id: 'gitlab',
  version: '1.1.0',
  name: 'GitLab',
  provider: 'gitlab',
  docs: loadGuide('systems/gitlab'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/gitlab'),
  headers: ['x-gitlab-event', 'x-gitlab-instance'],
  recognises: recogniseAny(
    recogniseBy({ header: 'x-gitlab-event' }, 'object_kind', 'project'),
    recogniseBy({ header: 'x-gitlab-event' }, 'event_name'),
    recogniseBy(['object_kind', /^pipeline$/], 'object_attributes.status', 'project'),
    recogniseBy(['object_kind', /^build$/], 'build_status', 'build_name'),
    recogniseBy(['object_kind', /^deployment$/], 'status', 'environment'),
    recogniseBy('object_kind', 'project.path_with_namespace'),
    recogniseBy(['object_kind', /^vulnerability$/], 'object_attributes.severity'),
  ),
  parse: createMultiFormatParser(INCIDENT, RUN),
};
