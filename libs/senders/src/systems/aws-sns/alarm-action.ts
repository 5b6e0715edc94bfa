import { firstOf } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import {
  ALARM_SEVERITIES,
  ALARM_STATES,
  labelsFromMetrics,
  resourceFromMetrics,
} from './cloudwatch-alarm.js';
import { messagesWith } from './sns-envelope.js';
import { allLabels, labelled } from '../../vocabulary/labels.js';

const name = text('alarmData.alarmName');

/** The event that CloudWatch passes to a Lambda function as an alarm action. The function may forward it unchanged. */
export const ALARM_ACTION: AlarmFormat = {
  alarms: messagesWith('alarmData.alarmName', 'alarmData.state.value'),
  expects: {
    body: 'the event of an alarm action (an object with `alarmData`)',
    identity: '`alarmArn` or `alarmData.alarmName`',
    state: '`alarmData.state.value` ALARM, OK or INSUFFICIENT_DATA',
  },
  event_key: firstOf(text('alarmArn'), joined(':', text('accountId'), text('region'), name)),
  event_type: word(ALARM_STATES, 'alarmData.state.value'),
  title: name,
  description: joined('\n\n', text('alarmData.configuration.description'), text('alarmData.state.reason')),
  severity: word(ALARM_SEVERITIES, 'alarmData.state.value'),
  rule: name,
  resource: firstOf(
    resourceFromMetrics('alarmData.configuration.metrics'),
    resource('alarm', name, text('alarmArn')),
  ),
  provider: () => 'aws',
  account: text('accountId'),
  occurred_at: instant('alarmData.state.timestamp', 'time'),
  labels: allLabels(
    labelsFromMetrics('alarmData.configuration.metrics'),
    labelled({ region: text('region') }),
  ),
  additional_info: {
    state: value('alarmData.state'),
    previousState: value('alarmData.previousState'),
    configuration: value('alarmData.configuration'),
  },
  additional_info_0_2: { region: text('region') },
};
