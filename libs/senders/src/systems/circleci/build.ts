import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const neither = (what: string): Ignored => ignored(`${what}: neither failed nor succeeded`);
const STATES: Readonly<Record<string, EventType | Ignored>> = {
  success: 'RECOVERY',
  fixed: 'RECOVERY',
  failed: 'ALERT',
  timedout: 'ALERT',
  infrastructure_fail: 'ALERT',
  canceled: neither('canceled'),
  retried: neither('retried'),
  no_tests: neither('no tests'),
  not_run: neither('not run'),
  not_running: neither('not running'),
  queued: neither('queued'),
  scheduled: neither('scheduled'),
  running: neither('running'),
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  success: 'INFO',
  fixed: 'INFO',
  failed: 'ERROR',
  timedout: 'ERROR',
  infrastructure_fail: 'ERROR',
};
const status = ['outcome', 'status'];
const repository = joined('/', text('username'), text('reponame'));
const branch = text('branch', 'vcs_tag');
const job = text('workflows.job_name');

/** The payload of `notify: webhooks` in a configuration of version 1, which older servers still send. */
export const BUILD: Sender = {
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
  event_type: word(STATES, ...status),
  title: joined(' ', joined(': ', repository, job), text(...status), (alarm) =>
    branch(alarm) === undefined ? undefined : `on ${branch(alarm) ?? ''}`,
  ),
  description: text('subject', 'body'),
  severity: word(SEVERITIES, ...status),
  rule: job,
  resource: resource('project', text('reponame'), repository),
  provider: () => 'circleci',
  account: text('username'),
  occurred_at: instant('stop_time', 'start_time', 'queued_at'),
  additional_info: {
    status: text(...status),
    branch,
    revision: text('vcs_revision'),
    build: value('build_num'),
    link: link('build_url'),
    author: text('committer_name', 'author_name'),
    why: text('why'),
  },
};
