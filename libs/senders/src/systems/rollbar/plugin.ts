import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

const EVENTS: Readonly<Record<string, EventType | Ignored>> = {
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
const last = ['data.occurrence', 'data.item.last_occurrence'];
const inOccurrence = (...fields: readonly string[]): string[] =>
  last.flatMap((at) => fields.map((field) => `${at}.${field}`));

const occurred = instant(
  ...inOccurrence('timestamp'),
  'data.item.last_occurrence_timestamp',
  'data.item.last_activated_timestamp',
);
const activated = instant('data.item.last_activated_timestamp', 'data.item.last_occurrence_timestamp');

/** Returns the time of the change. Rollbar sends the time of a reactivation, but not that of a resolution. */
function changedAt(alarm: Alarm): Date | undefined {
  const name = text('event_name')(alarm);
  if (name === 'resolved_item') return undefined;
  return name === 'reopened_item' || name === 'reactivated_item' ? activated(alarm) : occurred(alarm);
}

/** The webhook notifications of Rollbar. */
export const rollbar: Plugin = {
  plugin_id: 'rollbar',
  version: '1.0.0',
  name: 'Rollbar',
  provider: 'rollbar',
  docs: guideOf('systems/rollbar'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/rollbar'),
  recognises: anyShape(
    shaped('event_name', 'data.item.id', 'data.item.counter'),
    shaped('event_name', 'data.item'),
    shaped(
      ['event_name', /^(?:new|resolved|reopened|reactivated|exp_repeat|occurrence|item|deploy|test)/],
      'data',
    ),
  ),
  parse: alarmsOf({
    alarms: alsoListed(wholeBody('event_name')),
    expects: {
      body: 'a webhook of Rollbar (an object with `event_name` and `data`)',
      identity: '`data.item.id`',
      state: `\`event_name\` one of ${Object.keys(EVENTS).join(', ')}`,
    },
    event_key: firstOf(
      text('data.item.id', 'data.item.counter', 'data.item.hash'),
      joined('/', text('data.item.project_id', 'data.item.environment'), text('data.item.title')),
    ),
    event_type: firstOf<EventType | Ignored>(word(EVENTS, 'event_name'), (alarm) => {
      const name = text('event_name')(alarm);
      return name === undefined ? undefined : ignored(`${name}: no alarm`);
    }),
    title: firstOf(
      text('data.item.title'),
      text(...inOccurrence('title', 'body.message.body', 'body.trace.exception.message')),
    ),
    description: firstOf(
      joined(
        ': ',
        text(...inOccurrence('body.trace.exception.class', 'body.trace_chain[0].exception.class')),
        text(...inOccurrence('body.trace.exception.message', 'body.trace_chain[0].exception.message')),
      ),
      text(...inOccurrence('body.message.body')),
      text('data.item.title'),
    ),
    // The levels of an item are numbers from 10 (debug) to 50 (critical).
    severity: severityBy(
      { '10': 'INFO', '20': 'INFO', '30': 'WARNING', '40': 'ERROR', '50': 'CRITICAL' },
      ...inOccurrence('level'),
      'data.item.level',
    ),
    rule: text('data.trigger.name', 'data.item.environment'),
    resource: firstOf(
      resource('host', text(...inOccurrence('server.host'))),
      resource(
        'project',
        text('data.item.project_name', 'data.item.project_id'),
        text('data.item.project_id'),
      ),
    ),
    provider: () => 'rollbar',
    account: text('data.item.project_id'),
    occurred_at: changedAt,
    additional_info: {
      event_name: text('event_name'),
      environment: text('data.item.environment'),
      counter: text('data.item.counter'),
      total_occurrences: value('data.item.total_occurrences'),
      framework: text(...inOccurrence('framework')),
      language: text(...inOccurrence('language')),
      code_version: text(...inOccurrence('code_version')),
      url: text('data.url', 'data.item.url', ...inOccurrence('request.url')),
      trigger: value('data.trigger'),
    },
  }),
};
