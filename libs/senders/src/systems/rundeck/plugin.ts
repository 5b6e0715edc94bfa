import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word } from '../../vocabulary/word.js';

const STATES: Readonly<Record<string, EventType | Ignored>> = {
  failure: 'ALERT',
  retryablefailure: ignored('a failure that is tried again'),
  avgduration: 'ALERT',
  success: 'RECOVERY',
  start: ignored('a start: neither failed nor succeeded'),
  succeeded: 'RECOVERY',
  failed: 'ALERT',
  aborted: 'ALERT',
  timedout: 'ALERT',
  running: ignored('still running'),
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  failure: 'ERROR',
  avgduration: 'WARNING',
  success: 'INFO',
};
const job = text('execution.job.name', 'execution.description');
const project = text('execution.project', 'execution.job.project');
/** A suffix of the key, because a job that takes long is another alarm than one that failed. */
const durationSuffix = (alarm: Alarm): string | undefined =>
  text('trigger')(alarm) === 'avgduration' ? 'duration' : undefined;

/** Webhook notifications of jobs of Rundeck and Runbook Automation. */
export const rundeck: Plugin = {
  plugin_id: 'rundeck',
  version: '1.1.0',
  name: 'Rundeck',
  provider: 'rundeck',
  docs: loadGuide('systems/rundeck'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/rundeck'),
  headers: ['x-rundeck-notification-trigger'],
  recognises: recogniseAny(
    recogniseBy('executionId', 'execution.project', 'trigger'),
    recogniseBy({ header: 'x-rundeck-notification-trigger' }, 'execution'),
  ),
  parse: createParser({
    alarms: wholeBody('execution'),
    expects: {
      body: 'a notification of Rundeck (an object with `execution`)',
      identity: '`execution.job.id`',
      state: '`trigger` or `status`',
    },
    event_key: joined('/', text('execution.job.id', 'execution.job.name', 'executionId'), durationSuffix),
    event_type: word(STATES, 'trigger', 'status', 'execution.status'),
    title: joined(' ', job, (alarm) =>
      durationSuffix(alarm) === undefined ? text('status', 'execution.status')(alarm) : 'takes long',
    ),
    description: joined('\n', text('execution.description'), (alarm) => {
      const nodes = textList(undefined, 'execution.failedNodes')(alarm);
      return nodes === undefined ? undefined : `failed on ${nodes}`;
    }),
    severity: word(SEVERITIES, 'trigger'),
    rule: job,
    resource: resource('job', job, text('execution.job.id')),
    provider: () => 'rundeck',
    account: project,
    occurred_at: instant(
      'execution.date-ended.date',
      'execution.date-ended.unixtime',
      'execution.date-started.date',
      'execution.date-started.unixtime',
    ),
    labels: allLabels(labels('execution.job.options'), labelled({ group: text('execution.job.group') })),
    links: { source: link('execution.permalink', 'execution.href') },
    additional_info: {
      status: text('status', 'execution.status'),
      executionId: value('executionId'),
      user: text('execution.user'),
      argstring: text('execution.argstring'),
      failedNodes: value('execution.failedNodes'),
    },
    additional_info_0_2: {
      group: text('execution.job.group'),
      link: link('execution.permalink', 'execution.href'),
    },
  }),
};
