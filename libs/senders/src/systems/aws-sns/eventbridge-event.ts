import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, text } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word } from '../../vocabulary/word.js';
import {
  ALARM_SEVERITIES,
  ALARM_STATES,
  labelsFromMetrics,
  resourceFromMetrics,
} from './cloudwatch-alarm.js';
import { messagesWith } from './sns-envelope.js';
import { allLabels, labelled } from '../../vocabulary/labels.js';

/** The kind of the event. Notification rules of the developer tools write the name as `detailType`. */
export const detailType = text('detail-type', 'detailType');
export const commonReaders = {
  provider: () => 'aws',
  account: text('account', 'detail.accountId', 'detail.awsAccountId', 'detail.affectedAccount'),
} satisfies Partial<AlarmFormat>;
export const commonInfo = {
  'detail-type': detailType,
  resources: value('resources'),
  Subject: text('$.Subject'),
  TopicArn: text('$.TopicArn'),
};
export const commonInfo0_2 = { source: text('source'), region: text('region') };
export const commonLabels = labelled({ region: text('region'), source: text('source') });

/** State changes of CloudWatch alarms in the format of EventBridge. */
export const ALARM_STATE_CHANGE: AlarmFormat = {
  ...commonReaders,
  alarms: messagesWith('detail-type', 'detail.alarmName', 'detail.state.value'),
  expects: {
    body: 'a "CloudWatch Alarm State Change" of EventBridge',
    identity: '`resources[0]` or `detail.alarmName`',
    state: '`detail.state.value` ALARM, OK or INSUFFICIENT_DATA',
  },
  event_key: text('resources[0]', 'detail.alarmName'),
  event_type: (alarm) =>
    (detailType(alarm) ?? '').endsWith('Configuration Change')
      ? ignored('the configuration of an alarm, not its state')
      : word(ALARM_STATES, 'detail.state.value')(alarm),
  title: text('detail.alarmName'),
  description: joined('\n\n', text('detail.configuration.description'), text('detail.state.reason')),
  severity: word(ALARM_SEVERITIES, 'detail.state.value'),
  rule: text('detail.alarmName'),
  resource: firstOf(
    resourceFromMetrics('detail.configuration.metrics'),
    resource('alarm', text('detail.alarmName'), text('resources[0]')),
  ),
  occurred_at: instant('detail.state.timestamp', 'time'),
  labels: allLabels(labelsFromMetrics('detail.configuration.metrics'), commonLabels),
  additional_info: {
    ...commonInfo,
    state: value('detail.state'),
    previousState: value('detail.previousState'),
    configuration: value('detail.configuration'),
  },
  additional_info_0_2: commonInfo0_2,
};

function deriveHealthEventType(alarm: Alarm): EventType {
  const endTime = instant('detail.endTime')(alarm);
  const category = text('detail.eventTypeCategory')(alarm);
  const isClosed = text('detail.statusCode')(alarm)?.toLowerCase() === 'closed';
  // The end of a scheduled change is planned ahead. That of an issue is set when it has ended.
  const hasIssueEnded =
    endTime !== undefined && category === 'issue' && endTime <= alarm.delivery.received_at;
  return isClosed || hasIssueEnded ? 'RECOVERY' : 'ALERT';
}

/** Events of AWS Health: issues, scheduled changes, and notifications for the account. */
export const HEALTH_EVENT: AlarmFormat = {
  ...commonReaders,
  alarms: messagesWith('detail.eventArn', 'detail.eventTypeCode'),
  expects: { body: 'an event of AWS Health', identity: '`detail.eventArn`', state: '`detail.statusCode`' },
  event_key: firstOf(
    text('detail.eventArn'),
    joined('/', text('detail.eventTypeCode'), text('detail.affectedEntities[0].entityValue')),
  ),
  event_type: deriveHealthEventType,
  title: text('detail.eventTypeCode'),
  description: firstOf(
    textList('latestDescription', 'detail.eventDescription'),
    text('detail.eventTypeCode'),
  ),
  severity: firstOf(
    word<Severity>(
      { issue: 'ERROR', scheduledChange: 'WARNING', investigation: 'WARNING', accountNotification: 'INFO' },
      'detail.eventTypeCategory',
    ),
    () => 'WARNING',
  ),
  rule: text('detail.eventTypeCategory'),
  resource: firstOf(
    resource('entity', text('detail.affectedEntities[0].entityValue', 'resources[0]')),
    resource('service', text('detail.service')),
  ),
  started_at: instant('detail.startTime'),
  occurred_at: instant('time'),
  account: text('detail.affectedAccount', 'account'),
  labels: allLabels(
    labelled({ service: text('detail.service'), region: text('detail.eventRegion') }),
    commonLabels,
  ),
  additional_info: {
    ...commonInfo,
    statusCode: text('detail.statusCode'),
    endTime: text('detail.endTime'),
    eventTypeCode: text('detail.eventTypeCode'),
    affectedEntities: value('detail.affectedEntities'),
    eventMetadata: value('detail.eventMetadata'),
  },
  additional_info_0_2: { ...commonInfo0_2, service: text('detail.service') },
};
