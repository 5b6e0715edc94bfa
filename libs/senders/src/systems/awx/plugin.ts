import { loadGuide, loadSamples } from '../../assets.js';
import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { labelled } from '../../vocabulary/labels.js';

const ignoreState = (state: string): Ignored => ignored(`${state}: neither failed nor successful`);
const STATES: Readonly<Record<string, EventType | Ignored>> = {
  successful: 'RECOVERY',
  failed: 'ALERT',
  error: 'ALERT',
  canceled: ignoreState('canceled'),
  new: ignoreState('new'),
  pending: ignoreState('pending'),
  waiting: ignoreState('waiting'),
  running: ignoreState('running'),
};
const name = text('name', 'unified_job_name');
/** Reads the kind of job from the link: `…/#/jobs/playbook/17`. The number differs in each run. */
const jobKind = (alarm: Alarm): string | undefined =>
  /#\/jobs\/([a-z_]+)\//.exec(text('url')(alarm) ?? '')?.[1] ?? text('friendly_name')(alarm);

function failedHosts(alarm: Alarm): string | undefined {
  const hosts = value('hosts')(alarm);
  if (!isObject(hosts)) return undefined;
  const failed = Object.entries(hosts).flatMap(([host, hostResult]) =>
    isObject(hostResult) && hostResult['failed'] === true ? [host] : [],
  );
  return failed.length === 0 ? undefined : `failed on ${failed.slice(0, 50).join(', ')}`;
}

/** The webhook notifications of AWX and the automation controller (Ansible Tower). */
export const awx: Plugin = {
  plugin_id: 'awx',
  version: '1.1.0',
  name: 'AWX and Ansible Tower',
  provider: 'awx',
  docs: loadGuide('systems/awx'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/awx'),
  recognises: recogniseAny(
    recogniseBy('id', 'name', ['url', /#\/(?:jobs|workflows)\//], 'status', 'created_by', 'traceback'),
    recogniseBy('name', ['url', /#\/(?:jobs|workflows)\//], 'status', 'started'),
    recogniseBy('friendly_name', 'name', 'url', 'status', 'created_by', 'traceback'),
  ),
  parse: createParser({
    alarms: wholeBody('name', 'friendly_name', 'traceback', 'body'),
    expects: {
      body: 'a notification of AWX (an object with `name`, `url` and `status`)',
      identity: '`name`',
      state: '`status` successful, failed, error …',
    },
    event_key: (alarm) =>
      name(alarm) === undefined
        ? undefined
        : joined('/', jobKind, name, text('inventory'), text('limit'))(alarm),
    event_type: firstOf<EventType | Ignored>(word(STATES, 'status'), (alarm) =>
      /\btest notification\b/i.test(text('body')(alarm) ?? '') ? ignored('a test of the webhook') : undefined,
    ),
    title: joined(' ', joined(': ', text('friendly_name'), name), text('status')),
    description: firstOf(text('traceback'), failedHosts, text('body')),
    severity: word<Severity>({ failed: 'ERROR', error: 'ERROR', successful: 'INFO' }, 'status'),
    rule: name,
    resource: resource('job', name, firstOf(text('playbook'), name)),
    provider: () => 'awx',
    account: text('project', 'inventory'),
    occurred_at: instant('finished', 'started'),
    labels: labelled({ inventory: text('inventory'), limit: text('limit') }),
    links: { source: link('url') },
    additional_info: {
      id: text('id'),
      status: text('status'),
      created_by: text('created_by'),
      hosts: value('hosts'),
    },
    additional_info_0_2: {
      playbook: text('playbook'),
      inventory: text('inventory'),
      limit: text('limit'),
      link: link('url'),
    },
  }),
};
