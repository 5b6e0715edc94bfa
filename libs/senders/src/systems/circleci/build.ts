import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { labelled } from '../../vocabulary/labels.js';

const ignoreState = (state: string): Ignored => ignored(`${state}: neither failed nor succeeded`);
const STATES: Readonly<Record<string, EventType | Ignored>> = {
  success: 'RECOVERY',
  fixed: 'RECOVERY',
  failed: 'ALERT',
  timedout: 'ALERT',
  infrastructure_fail: 'ALERT',
  canceled: ignoreState('canceled'),
  retried: ignoreState('retried'),
  no_tests: ignoreState('no tests'),
  not_run: ignoreState('not run'),
  not_running: ignoreState('not running'),
  queued: ignoreState('queued'),
  scheduled: ignoreState('scheduled'),
  running: ignoreState('running'),
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  success: 'INFO',
  fixed: 'INFO',
  failed: 'ERROR',
  timedout: 'ERROR',
  infrastructure_fail: 'ERROR',
};
const statusPaths = ['outcome', 'status'];
const repository = joined('/', text('username'), text('reponame'));
const branch = text('branch', 'vcs_tag');
const job = text('workflows.job_name');

/** The payload of `notify: webhooks` in a configuration of version 1, which older servers still send. */
export const BUILD: AlarmFormat = {
  alarms: (body) => {
    const build = isObject(body) ? body['payload'] : undefined;
    return isObject(build) && 'build_num' in build && 'reponame' in build
      ? [{ value: build, pointer: '/payload' }]
      : undefined;
  },
  expects: {
    body: 'a build of CircleCI 1 (an object with `payload`)',
    identity: '`payload.username` and `payload.reponame`',
    state: '`payload.outcome` or `payload.status`',
  },
  event_key: (alarm) =>
    repository(alarm) === undefined ? undefined : joined('/', repository, job, branch)(alarm),
  event_type: word(STATES, ...statusPaths),
  title: joined(' ', joined(': ', repository, job), text(...statusPaths), (alarm) =>
    branch(alarm) === undefined ? undefined : `on ${branch(alarm) ?? ''}`,
  ),
  description: text('subject', 'body'),
  severity: word(SEVERITIES, ...statusPaths),
  rule: job,
  resource: resource('project', text('reponame'), repository),
  provider: () => 'circleci',
  account: text('username'),
  occurred_at: instant('stop_time', 'start_time', 'queued_at'),
  labels: labelled({ branch: text('branch') }),
  links: { source: link('build_url') },
  additional_info: {
    status: text(...statusPaths),
    revision: text('vcs_revision'),
    build: value('build_num'),
    author: text('committer_name', 'author_name'),
    why: text('why'),
  },
  additional_info_0_2: { branch, link: link('build_url') },
};
