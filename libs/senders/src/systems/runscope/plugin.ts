import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link, joined, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

/** The webhook of Runscope (BlazeMeter API Monitoring) for test runs. */
export const runscope: Plugin = {
  plugin_id: 'runscope',
  version: '1.1.0',
  name: 'Runscope',
  provider: 'runscope',
  docs: loadGuide('systems/runscope'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/runscope'),
  recognises: recogniseAny(
    recogniseBy('test_id', 'test_name', 'result', 'environment_uuid'),
    recogniseBy('test_id', 'test_run_id', 'test_name', 'result'),
    recogniseBy('test_id', 'bucket_key', 'result'),
  ),
  parse: createParser({
    alarms: wholeBody('test_id', 'test_run_id', 'test_name'),
    expects: {
      body: 'the body of a Runscope webhook: an object with `test_id` and `result`',
      identity: '`test_id` or `test_url`',
      state: '`result` fail or pass',
    },
    event_key: joined(
      '/',
      text('test_id', 'test_url', 'test_name'),
      text('environment_uuid'),
      text('region'),
    ),
    event_type: word<EventType | Ignored>(
      {
        fail: 'ALERT',
        failed: 'ALERT',
        error: 'ALERT',
        pass: 'RECOVERY',
        passed: 'RECOVERY',
        canceled: ignored('result canceled: the run was stopped'),
        cancelled: ignored('result cancelled: the run was stopped'),
        queued: ignored('result queued: not over yet'),
        working: ignored('result working: not over yet'),
      },
      'result',
    ),
    title: joined(': ', text('test_name'), text('result')),
    description: (alarm) => {
      const requests = value('requests')(alarm);
      const failed = Array.isArray(requests)
        ? requests.filter((one: Json) => isObject(one) && one['result'] === 'fail').filter(isObject)
        : [];
      return failed
        .map((one) =>
          [one['method'], one['url'], one['response_status_code']]
            .map((part) => textOf(part))
            .filter(Boolean)
            .join(' '),
        )
        .join('\n');
    },
    rule: text('test_name'),
    state: text('result'),
    resource: resource('test', text('test_name'), text('test_id', 'test_name')),
    provider: () => 'runscope',
    account: text('team_name', 'team_id'),
    occurred_at: instant('finished_at', 'started_at'),
    labels: labelled({
      environment: text('environment_name'),
      region: text('region'),
      bucket: text('bucket_name'),
      agent: text('agent'),
    }),
    links: { source: link('test_run_url', 'test_url'), generator: link('test_url') },
    additional_info: {
      result: text('result'),
      region_name: text('region_name'),
      test_run_id: text('test_run_id'),
      requests: value('requests'),
    },
    additional_info_0_2: {
      region: text('region'),
      environment_name: text('environment_name'),
      bucket_name: text('bucket_name'),
      test_url: link('test_url'),
      test_run_url: link('test_run_url'),
    },
  }),
};
