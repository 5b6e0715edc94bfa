import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { listAt, wholeBody } from '../../vocabulary/alarm-finder.js';
import { ignored, type AlarmFormat, type Ignored } from '../../vocabulary/alarm-format.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { recogniseBy } from '../../vocabulary/recognise-by.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';

const type = text('$.type');
const project = text('$.payload.project.id', '$.payload.projectId', '$.payload.deployment.name');
const projectName = text(
  '$.payload.project.name',
  '$.payload.projectName',
  '$.payload.deployment.name',
  '$.payload.name',
);
const domain = text('$.payload.domain.name', '$.payload.domainName', '$.payload.domain');

const branch = text(
  '$.payload.deployment.meta.githubCommitRef',
  '$.payload.deployment.meta.gitlabCommitRef',
  '$.payload.deployment.meta.bitbucketCommitRef',
);
/** Production, or a preview of a branch. A branch that deploys again does not end the failure of another one. */
const target = (alarm: Alarm): string => {
  const named = text('$.payload.target')(alarm);
  if (named !== undefined) return named;
  if (type(alarm) === 'deployment.promoted') return 'production';
  return joined('/', () => 'preview', branch)(alarm) ?? 'preview';
};

const isDeployment = (alarm: Alarm): boolean => type(alarm)?.startsWith('deployment.') === true;
const environment = (alarm: Alarm): string | undefined =>
  isDeployment(alarm) ? target(alarm).replace(/^preview\/.*/su, 'preview') : undefined;

/** Events that end a problem, with the event that reports it. Other events that do not fail are no alarms. */
const PROBLEM_BY_RECOVERY: ReadonlyMap<string, string> = new Map([
  ['deployment.succeeded', 'deployment.error'],
  ['deployment.ready', 'deployment.error'],
  ['deployment.promoted', 'deployment.error'],
  ['deployment.checks.succeeded', 'deployment.checks.failed'],
  ['domain.certificate.add', 'domain.certificate.add.failed'],
  ['domain.certificate.renew', 'domain.certificate.renew.failed'],
  ['domain.renewal', 'domain.renewal.failed'],
  ['domain.transfer-in.completed', 'domain.transfer-in.failed'],
  ['project.domain.verified', 'project.domain.unverified'],
  ['budget.reset', 'budget.reached'],
]);
const PROBLEMS = /\.(?:error|failed|unverified|reached)$|^(?:firewall|attack)\./;

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const named = type(alarm);
  if (named === undefined) return undefined;
  if (PROBLEM_BY_RECOVERY.has(named)) return 'RECOVERY';
  return PROBLEMS.test(named) ? 'ALERT' : ignored(`${named}: neither a failure nor its end`);
}

const rule = (alarm: Alarm): string | undefined => {
  const named = type(alarm);
  return named === undefined ? undefined : (PROBLEM_BY_RECOVERY.get(named) ?? named);
};

const owner = firstOf(domain, project, text('$.payload.team.id', '$.payload.teamId'));

const EVENT: AlarmFormat = {
  alarms: wholeBody('payload'),
  expects: {
    body: 'an event of Vercel: an object with `type` and `payload`',
    identity: '`payload.project.id`, or the domain',
    state: '`type`',
  },
  // Neither `id`, which is that of the delivery, nor the deployment: the one that succeeds is another.
  event_key: (alarm) =>
    isDeployment(alarm)
      ? project(alarm) && joined('/', rule, project, target)(alarm)
      : owner(alarm) && joined('/', rule, owner)(alarm),
  event_type: deriveEventType,
  title: (alarm) =>
    isDeployment(alarm)
      ? joined(' ', projectName, (one) => `(${target(one)}):`, type)(alarm)
      : joined(' ', firstOf(domain, projectName), type)(alarm),
  description: text('payload.error.message', 'payload.message', 'payload.errorMessage'),
  severity: (alarm) => {
    if (deriveEventType(alarm) === 'RECOVERY') return 'INFO';
    return isDeployment(alarm) && target(alarm) !== 'production' ? 'WARNING' : 'ERROR';
  },
  rule,
  resource: (alarm) => {
    const found = isDeployment(alarm) ? projectName(alarm) : firstOf(domain, projectName)(alarm);
    return found === undefined
      ? undefined
      : {
          resource_id: (isDeployment(alarm) ? project(alarm) : found) ?? found,
          resource_type: isDeployment(alarm) || domain(alarm) === undefined ? 'project' : 'domain',
          name: found,
        };
  },
  provider: () => 'vercel',
  account: text('payload.team.id', 'payload.teamId'),
  occurred_at: instant('createdAt'),
  labels: labelled({
    environment,
    branch,
    // Of an alarm about a domain. In all others the project is the resource.
    project: (alarm) =>
      domain(alarm) === undefined ? undefined : text('payload.project.name', 'payload.projectName')(alarm),
  }),
  links: { source: link('payload.links.deployment', 'payload.links.project') },
  additional_info: {
    type,
    deployment: text('payload.deployment.id'),
    url: text('payload.deployment.url'),
  },
};

const alertKind = text('type', 'title');

/** Alerts of Vercel's observability. Vercel does not send when they are over. */
const ALERTS: AlarmFormat = {
  alarms: listAt('payload.alerts'),
  expects: {
    body: 'alerts: an object with `type` alerts.triggered and `payload.alerts`',
    identity: '`type` of each alert',
    state: '`type` of each alert',
  },
  event_key: (alarm) =>
    alertKind(alarm) &&
    joined('/', () => 'alert', project, alertKind, text('metric', 'route', 'unit'))(alarm),
  event_type: () => 'ALERT',
  title: joined(': ', projectName, text('title', 'type')),
  description: text('description', 'message'),
  severity: severity('severity', 'level'),
  rule: text('type', 'title'),
  resource: (alarm) => {
    const found = projectName(alarm) ?? project(alarm);
    return found === undefined
      ? undefined
      : { resource_id: project(alarm) ?? found, resource_type: 'project', name: found };
  },
  provider: () => 'vercel',
  account: text('$.payload.teamId', '$.payload.team.id'),
  occurred_at: instant('startedAt', '$.createdAt'),
  labels: labelled({ metric: text('metric'), route: text('route'), unit: text('unit') }),
  links: { source: link('$.payload.links.observability') },
  additional_info: {
    count: value('count'),
    average: value('average'),
  },
};

/** The account webhooks of Vercel. */
export const vercel: Plugin = {
  plugin_id: 'vercel',
  version: '1.0.0',
  name: 'Vercel',
  provider: 'vercel',
  docs: loadGuide('systems/vercel'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/vercel'),
  recognises: recogniseBy(
    [
      'type',
      /^(?:deployment|project|domain|alerts|budget|firewall|attack|edge-config|integration-[a-z]+)\.[a-z.-]+$/,
    ],
    'payload',
    'id',
    'createdAt',
  ),
  parse: createMultiFormatParser(ALERTS, EVENT),
};
