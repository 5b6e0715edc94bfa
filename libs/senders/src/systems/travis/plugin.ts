import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const ignoreState = (what: string): Ignored => ignored(`${what}: neither failed nor passed`);
const STATES: Readonly<Record<string, EventType | Ignored>> = {
  passed: 'RECOVERY',
  fixed: 'RECOVERY',
  failed: 'ALERT',
  'still failing': 'ALERT',
  broken: 'ALERT',
  errored: 'ALERT',
  pending: ignoreState('pending'),
  created: ignoreState('created'),
  queued: ignoreState('queued'),
  received: ignoreState('received'),
  started: ignoreState('started'),
  canceled: ignoreState('canceled'),
};
/** Exit numbers of a build. Old payloads have only this number, as `status`. */
const EXIT_CODES: Readonly<Record<string, EventType>> = { 0: 'RECOVERY', 1: 'ALERT' };
const state = text('state', 'status_message', 'result_message');
const deriveEventType = firstOf<EventType | Ignored>(
  word(STATES, 'state', 'status_message', 'result_message'),
  word(EXIT_CODES, 'status', 'result'),
);
const repository = joined('/', text('repository.owner_name'), text('repository.name'));
const branch = (alarm: Alarm): string | undefined => {
  const pullRequest = text('pull_request_number')(alarm);
  // The branch of a pull request is its target. A failing pull request must not count as a failure of that branch.
  if (pullRequest !== undefined || text('type')(alarm) === 'pull_request') return `#${pullRequest ?? ''}`;
  return text('tag', 'branch')(alarm);
};

/** Webhook notifications of Travis CI. */
export const travis: Plugin = {
  plugin_id: 'travis',
  version: '1.1.0',
  name: 'Travis CI',
  provider: 'travis',
  docs: loadGuide('systems/travis'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/travis'),
  recognises: recogniseAny(
    recogniseBy('repository.owner_name', 'build_url', 'status_message', 'matrix'),
    recogniseBy('repository.owner_name', 'build_url', 'status_message'),
  ),
  parse: createParser({
    alarms: wholeBody('status_message', 'build_url', 'repository.owner_name'),
    expects: {
      body: 'a notification of Travis CI (a form whose `payload` is an object with `repository` and `state`)',
      identity: '`repository.owner_name` and `repository.name`',
      state: '`state` or `status_message`',
    },
    event_key: (alarm) =>
      repository(alarm) === undefined ? undefined : joined('/', repository, branch)(alarm),
    event_type: deriveEventType,
    title: joined(
      ' ',
      repository,
      () => 'build',
      state,
      (alarm) => (branch(alarm) === undefined ? undefined : `on ${branch(alarm) ?? ''}`),
    ),
    description: text('pull_request_title', 'message'),
    severity: (alarm): Severity | undefined => {
      const type = deriveEventType(alarm);
      return type === 'ALERT' ? 'ERROR' : type === 'RECOVERY' ? 'INFO' : undefined;
    },
    rule: branch,
    resource: resource('repository', repository),
    provider: () => 'travis',
    account: text('repository.owner_name'),
    occurred_at: instant('finished_at', 'started_at'),
    labels: labelled({ branch: text('branch'), type: text('type') }),
    links: { source: link('build_url') },
    additional_info: {
      state,
      number: text('number'),
      commit: text('commit'),
      author: text('author_name'),
      duration: value('duration'),
      compare_url: link('compare_url'),
    },
    additional_info_0_2: { type: text('type'), branch: text('branch'), link: link('build_url') },
  }),
};
