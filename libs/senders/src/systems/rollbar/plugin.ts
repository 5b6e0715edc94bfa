import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const EVENT_TYPES: Readonly<Record<string, EventType | Ignored>> = {
  new_item: 'ALERT',
  occurrence: 'ALERT',
  exp_repeat_item: 'ALERT',
  item_velocity: 'ALERT',
  reactivated_item: 'ALERT',
  reopened_item: 'ALERT',
  resolved_item: 'RECOVERY',
  deploy: ignored('a deploy: no alarm'),
  test: ignored('a test of the webhook'),
};
const OCCURRENCE_PATHS = ['data.occurrence', 'data.item.last_occurrence'];
const occurrencePaths = (...fields: readonly string[]): string[] =>
  OCCURRENCE_PATHS.flatMap((at) => fields.map((field) => `${at}.${field}`));

const occurredAt = instant(
  ...occurrencePaths('timestamp'),
  'data.item.last_occurrence_timestamp',
  'data.item.last_activated_timestamp',
);
const activatedAt = instant('data.item.last_activated_timestamp', 'data.item.last_occurrence_timestamp');

/** Returns the time of the change. Rollbar sends the time of a reactivation, but not that of a resolution. */
function changedAt(alarm: Alarm): Date | undefined {
  const name = text('event_name')(alarm);
  if (name === 'resolved_item') return undefined;
  return name === 'reopened_item' || name === 'reactivated_item' ? activatedAt(alarm) : occurredAt(alarm);
}

/** The webhook notifications of Rollbar. */
export const rollbar: Plugin = {
  plugin_id: 'rollbar',
  version: '1.1.0',
  name: 'Rollbar',
  provider: 'rollbar',
  docs: loadGuide('systems/rollbar'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/rollbar'),
  recognises: recogniseAny(
    recogniseBy('event_name', 'data.item.id', 'data.item.counter'),
    recogniseBy('event_name', 'data.item'),
    recogniseBy(
      ['event_name', /^(?:new|resolved|reopened|reactivated|exp_repeat|occurrence|item|deploy|test)/],
      'data',
    ),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('event_name')),
    expects: {
      body: 'a webhook of Rollbar (an object with `event_name` and `data`)',
      identity: '`data.item.id`',
      state: `\`event_name\` one of ${Object.keys(EVENT_TYPES).join(', ')}`,
    },
    event_key: firstOf(
      text('data.item.id', 'data.item.counter', 'data.item.hash'),
      joined('/', text('data.item.project_id', 'data.item.environment'), text('data.item.title')),
    ),
    event_type: firstOf<EventType | Ignored>(word(EVENT_TYPES, 'event_name'), (alarm) => {
      const name = text('event_name')(alarm);
      return name === undefined ? undefined : ignored(`${name}: no alarm`);
    }),
    title: firstOf(
      text('data.item.title'),
      text(...occurrencePaths('title', 'body.message.body', 'body.trace.exception.message')),
    ),
    description: firstOf(
      joined(
        ': ',
        text(...occurrencePaths('body.trace.exception.class', 'body.trace_chain[0].exception.class')),
        text(...occurrencePaths('body.trace.exception.message', 'body.trace_chain[0].exception.message')),
      ),
      text(...occurrencePaths('body.message.body')),
      text('data.item.title'),
    ),
    // The levels of an item are numbers from 10 (debug) to 50 (critical).
    severity: severityBy(
      { '10': 'INFO', '20': 'INFO', '30': 'WARNING', '40': 'ERROR', '50': 'CRITICAL' },
      ...occurrencePaths('level'),
      'data.item.level',
    ),
    rule: text('data.trigger.name', 'data.item.environment'),
    resource: firstOf(
      resource('host', text(...occurrencePaths('server.host'))),
      resource(
        'project',
        text('data.item.project_name', 'data.item.project_id'),
        text('data.item.project_id'),
      ),
    ),
    provider: () => 'rollbar',
    account: text('data.item.project_id'),
    occurred_at: changedAt,
    labels: allLabels(
      labels(...occurrencePaths('custom', 'body.message.custom', 'body.custom')),
      labelled({
        environment: text('data.item.environment', ...occurrencePaths('environment')),
        project: text('data.item.project_name'),
        branch: text(...occurrencePaths('server.branch')),
        framework: text(...occurrencePaths('framework')),
        language: text(...occurrencePaths('language')),
      }),
    ),
    links: { source: link('data.url', 'data.item.url') },
    additional_info: {
      event_name: text('event_name'),
      counter: text('data.item.counter'),
      total_occurrences: value('data.item.total_occurrences'),
      code_version: text(...occurrencePaths('code_version')),
      // The page of the application on which the error occurred.
      url: text(...occurrencePaths('request.url')),
      trigger: value('data.trigger'),
    },
    additional_info_0_2: {
      environment: text('data.item.environment'),
      framework: text(...occurrencePaths('framework')),
      language: text(...occurrencePaths('language')),
      url: text('data.url', 'data.item.url', ...occurrencePaths('request.url')),
    },
  }),
};
