import { loadGuide, loadSamples } from '../../assets.js';
import type { Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource, resourceByLabel } from '../../vocabulary/resource.js';
import { ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, joined } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

/** Priorities of events. Newer versions have 0 (lowest) too. */
const PRIORITIES: Vocabulary<Severity> = { 0: 'INFO', 1: 'INFO', 2: 'WARNING', 3: 'ERROR', 4: 'CRITICAL' };
const TEST_ID = /^(?:TEST_NOTIFICATION_ID|NotificationTestId|test-dummy-v1)$/i;

const isTest = (alarm: Alarm): boolean =>
  [text('event_definition_id'), text('event_definition_type')].some((read) =>
    TEST_ID.test(read(alarm) ?? ''),
  );

/** The value that events are grouped by. Each group is a separate alarm. */
const group = firstOf(textList(undefined, 'event.key_tuple'), text('event.key'));

const eventResource = resourceByLabel(
  'event.fields',
  'source',
  'host',
  'hostname',
  'gl2_remote_ip',
  'instance',
  'service',
);
const groupResource = resourceByLabel('event.group_by_fields', 'source', 'host', 'hostname', 'service');
const messageResource = resource(
  'host',
  text('backlog[0].source', 'check_result.matching_messages[0].source'),
);

/** The HTTP notification of Graylog: events (3.0 and later), and the alert conditions of older versions. */
export const graylog: Plugin = {
  plugin_id: 'graylog',
  version: '1.1.0',
  name: 'Graylog',
  provider: 'graylog',
  docs: loadGuide('systems/graylog'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/graylog'),
  recognises: recogniseAny(
    recogniseBy('event_definition_id', 'event_definition_title', 'event.id', 'event.timestamp'),
    recogniseBy('event_definition_id', 'event_definition_type', 'event'),
    recogniseBy('event_definition_id', 'event_definition_title', 'event.message'),
    recogniseBy('check_result.triggered_condition', 'stream.id', 'check_result.result_description'),
  ),
  parse: createMultiFormatParser(
    {
      alarms: wholeBody('event_definition_id', 'event_definition_title', 'event.event_definition_id'),
      expects: {
        body: 'the body of a Graylog event notification: an object with `event_definition_id` and `event`',
        identity: '`event_definition_id` or `event.id`',
        state: '`event`',
      },
      event_key: joined(
        '/',
        text('event_definition_id', 'event.event_definition_id', 'event_definition_title', 'event.id'),
        group,
      ),
      event_type: (alarm) => (isTest(alarm) ? ignored('a test notification') : 'ALERT'),
      title: text('event.message', 'event_definition_title'),
      description: firstOf(
        textList('message', 'backlog'),
        text('event_definition_description', 'event.message'),
      ),
      severity: word(PRIORITIES, 'event.priority', 'event_definition.priority', 'priority'),
      rule: text('event_definition_title'),
      resource: firstOf(groupResource, eventResource, messageResource),
      provider: () => 'graylog',
      occurred_at: instant('event.timestamp', 'event.timestamp_processing'),
      labels: allLabels(labels('event.group_by_fields'), labels('event.fields')),
      additional_info: {
        event_definition_id: text('event_definition_id'),
        event_definition_type: text('event_definition_type'),
        event_definition_description: text('event_definition_description'),
        event_id: text('event.id'),
        source: text('event.source'),
        key: group,
        streams: value('event.source_streams'),
        replay_info: value('event.replay_info'),
        backlog: value('backlog'),
      },
      additional_info_0_2: {
        fields: value('event.fields'),
        group_by_fields: value('event.group_by_fields'),
      },
    },
    {
      alarms: wholeBody('check_result'),
      expects: {
        body: 'the body of an alert condition: an object with `check_result` and `stream`',
        identity: '`check_result.triggered_condition.id` or `stream.id`',
        state: '`check_result.triggered`',
      },
      event_key: text('check_result.triggered_condition.id', 'stream.id'),
      event_type: (alarm) =>
        text('check_result.triggered')(alarm) === 'false' ? ignored('the condition is not met') : 'ALERT',
      title: joined(
        ': ',
        text('stream.title'),
        text('check_result.triggered_condition.title', 'check_result.triggered_condition.type'),
      ),
      description: text('check_result.result_description'),
      rule: text('check_result.triggered_condition.title', 'check_result.triggered_condition.type'),
      resource: firstOf(messageResource, resource('stream', text('stream.title'), text('stream.id'))),
      provider: () => 'graylog',
      occurred_at: instant('check_result.triggered_at'),
      labels: labelled({ stream: text('stream.title') }),
      additional_info: {
        stream_id: text('stream.id'),
        stream_description: text('stream.description'),
        parameters: value('check_result.triggered_condition.parameters'),
        matching_messages: value('check_result.matching_messages'),
      },
    },
  ),
};
