import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const CONCLUSIONS: Vocabulary<EventType | Ignored> = {
  failure: 'ALERT',
  error: 'ALERT',
  timed_out: 'ALERT',
  startup_failure: 'ALERT',
  success: 'RECOVERY',
  cancelled: ignored('conclusion cancelled: neither failed nor passed'),
  skipped: ignored('conclusion skipped: neither failed nor passed'),
  neutral: ignored('conclusion neutral: neither failed nor passed'),
  stale: ignored('conclusion stale: neither failed nor passed'),
  action_required: ignored('conclusion action_required: waits for somebody'),
  pending: ignored('state pending: not over yet'),
  queued: ignored('state queued: not over yet'),
  waiting: ignored('state waiting: not over yet'),
  in_progress: ignored('state in_progress: not over yet'),
  inactive: ignored('state inactive: another deployment took over'),
};
const ACTIONS: Vocabulary<EventType | Ignored> = {
  created: 'ALERT',
  appeared_in_branch: 'ALERT',
  reopened: 'ALERT',
  reopened_by_user: 'ALERT',
  reintroduced: 'ALERT',
  auto_reopened: 'ALERT',
  fixed: 'RECOVERY',
  resolved: 'RECOVERY',
  closed_by_user: 'RECOVERY',
  dismissed: 'RECOVERY',
  auto_dismissed: 'RECOVERY',
  publicly_leaked: 'ALERT',
  // Actions of the vulnerability alerts that preceded Dependabot.
  create: 'ALERT',
  reopen: 'ALERT',
  dismiss: 'RECOVERY',
  resolve: 'RECOVERY',
  auto_dismiss: 'RECOVERY',
};
const RUN_TYPES = 'workflow_run workflow_job check_run check_suite'.split(' ');
const eventTypeByConclusion = word(
  CONCLUSIONS,
  ...RUN_TYPES.map((run) => `${run}.conclusion`),
  'deployment_status.state',
  'state',
);
const eventTypeByAction = word(ACTIONS, 'action');
const repository = text('repository.full_name', 'organization.login');
const branch = text(
  ...RUN_TYPES.map((run) => `${run}.head_branch`),
  'check_run.check_suite.head_branch',
  'branches[0].name',
  'deployment.ref',
);
const runName = text(
  'workflow_run.name',
  'workflow_job.name',
  'check_run.name',
  'check_suite.app.name',
  'context',
  'deployment.environment',
);
const findingTitle = text(
  'alert.security_advisory.summary',
  'alert.rule.description',
  'alert.secret_type_display_name',
  'alert.secret_type',
  'alert.rule.id',
  'alert.affected_package_name',
);

const PAGES = [
  ...RUN_TYPES.map((kind) => `${kind}.html_url`),
  'deployment_status.target_url',
  'target_url',
  'alert.html_url',
];
const eventName = (alarm: Alarm): string | undefined => alarm.delivery.headers['x-github-event'];

/** GitHub's word for the result. */
const runResult = text(...RUN_TYPES.map((kind) => `${kind}.conclusion`), 'deployment_status.state', 'state');

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  if (text('zen')(alarm) !== undefined) return ignored('a ping: the webhook was set up');
  const action = text('action')(alarm) ?? '';
  if (/^(?:re)?request/.test(action)) return ignored(`action ${action}: not over yet`);
  const stated = eventTypeByConclusion(alarm);
  if (stated !== undefined) return stated;
  if (value('alert')(alarm) !== undefined)
    return (
      eventTypeByAction(alarm) ?? ignored(`action ${text('action')(alarm) ?? 'unknown'} of a security alert`)
    );
  if (RUN_TYPES.some((kind) => value(kind)(alarm) !== undefined))
    return ignored(`action ${text('action')(alarm) ?? 'unknown'}: not over yet`);
  return ignored('an event of GitHub that is neither a run nor a security alert');
}

/** Returns the key of a security alert, or of what can fail and pass again: a workflow, check or environment, not a run. */
function buildEventKey(alarm: Alarm): string | undefined {
  const repositoryName = repository(alarm);
  if (repositoryName === undefined) return undefined;
  const alert = text('alert.number', 'alert.id')(alarm);
  if (alert !== undefined) {
    const tool = text(
      'alert.tool.name',
      'alert.secret_type',
      'alert.dependency.package.name',
      'alert.affected_package_name',
    )(alarm);
    return [repositoryName, 'alert', tool, alert].filter((part) => part !== undefined).join('/');
  }
  const target =
    text('workflow_run.workflow_id', 'check_suite.app.slug')(alarm) ??
    joined('/', text('workflow_job.workflow_name'), runName)(alarm);
  return [repositoryName, target, branch(alarm)].filter((part) => part !== undefined).join('/');
}

/** Paths of the time at which a run ended, with any result. */
const RUN_END_PATHS = [
  'workflow_run.updated_at',
  'workflow_job.completed_at',
  'check_run.completed_at',
  'check_suite.updated_at',
  'deployment_status.updated_at',
];

/** The format of all GitHub webhooks. Only runs and security alerts are alarms. */
export const GITHUB: AlarmFormat = {
  // Webhooks of Sponsors, the Marketplace and GitHub Apps have no repository.
  alarms: wholeBody('repository', 'organization', 'zen', 'sender.login', 'security_advisory'),
  expects: {
    body: 'the body of a GitHub webhook: an object with `repository`',
    identity: '`repository.full_name`',
    state: '`conclusion` of a run, or `action` of an alert',
  },
  event_key: buildEventKey,
  event_type: deriveEventType,
  title: firstOf(
    (alarm) =>
      findingTitle(alarm) === undefined ? undefined : joined(': ', repository, findingTitle)(alarm),
    joined(' ', joined(': ', repository, runName), runResult, (alarm) => {
      const branchName = branch(alarm);
      return branchName && `on ${branchName}`;
    }),
  ),
  description: text(
    'workflow_run.display_title',
    'workflow_run.head_commit.message',
    'check_run.output.summary',
    'check_run.output.title',
    'check_suite.head_commit.message',
    'deployment_status.description',
    'description',
    'alert.security_advisory.description',
    'alert.rule.full_description',
    'alert.most_recent_instance.message.text',
  ),
  severity: severityBy(
    { moderate: 'WARNING', medium: 'WARNING' },
    'alert.security_advisory.severity',
    'alert.security_vulnerability.severity',
    'alert.rule.security_severity_level',
    'alert.rule.severity',
    'alert.severity',
  ),
  rule: firstOf(
    text('workflow_run.name', 'workflow_job.workflow_name', 'alert.rule.id', 'alert.secret_type'),
    runName,
  ),
  state: runResult,
  resource: resource('repository', repository, repository),
  provider: () => 'github',
  account: text('organization.login', 'repository.owner.login'),
  occurred_at: instant(...RUN_END_PATHS, 'alert.updated_at', 'alert.created_at', 'updated_at'),
  resolved_at: instant(
    ...RUN_END_PATHS,
    'alert.fixed_at',
    'alert.resolved_at',
    'alert.dismissed_at',
    'alert.auto_dismissed_at',
    'alert.updated_at',
    'updated_at',
  ),
  resolved_by: text('alert.resolved_by.login', 'alert.dismissed_by.login'),
  labels: allLabels(
    labels('repository.custom_properties'),
    tags('repository.topics'),
    tags('alert.rule.tags'),
    labelled({
      event: eventName,
      branch,
      environment: text('deployment_status.environment', 'deployment.environment'),
      trigger: text('workflow_run.event'),
      tool: text('alert.tool.name'),
      package: text('alert.dependency.package.name', 'alert.affected_package_name'),
      ecosystem: text('alert.dependency.package.ecosystem'),
    }),
  ),
  links: { source: link(...PAGES) },
  additional_info: {
    action: text('action'),
    commit: text(
      'workflow_run.head_sha',
      'workflow_job.head_sha',
      'check_run.head_sha',
      'check_suite.head_sha',
      'sha',
    ),
    run_number: text('workflow_run.run_number'),
    run_attempt: text('workflow_run.run_attempt'),
    actor: text('workflow_run.actor.login', 'sender.login'),
  },
  additional_info_0_2: { event: eventName, branch, link: link(...PAGES, 'repository.html_url') },
};

/** Webhooks of GitHub: runs of workflows and checks, deployments, and security alerts. */
export const github: Plugin = {
  plugin_id: 'github',
  version: '1.1.0',
  name: 'GitHub',
  provider: 'github',
  docs: loadGuide('systems/github'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/github'),
  headers: ['x-github-event', 'x-github-delivery'],
  recognises: recogniseAny(
    recogniseBy({ header: 'x-github-event' }, 'repository', 'sender'),
    recogniseBy({ header: 'x-github-event' }, 'sender.login'),
    recogniseBy({ header: 'x-github-event' }, 'zen'),
    recogniseBy('zen', 'hook_id', 'hook'),
    recogniseBy('context', 'state', 'sha', 'repository.full_name'),
    recogniseBy('workflow_run', 'repository.full_name', 'action'),
    recogniseBy('workflow_job', 'repository.full_name', 'action'),
    recogniseBy('check_run', 'repository.full_name', 'action'),
    recogniseBy('check_suite', 'repository.full_name', 'action'),
    recogniseBy('deployment_status', 'repository.full_name', 'deployment'),
    recogniseBy('alert.html_url', 'repository.full_name', 'action'),
    recogniseBy('alert', 'repository.full_name', 'action', 'sender.login'),
    recogniseBy('zen', 'hook_id', 'hook'),
    recogniseBy('repository.full_name', 'sender.login'),
  ),
  parse: createParser(GITHUB),
};
