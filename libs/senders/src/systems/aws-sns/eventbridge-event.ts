import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Sender } from '../../vocabulary/sender.js';
import { joined, text } from '../../vocabulary/text.js';
import { texts } from '../../vocabulary/texts.js';
import { word } from '../../vocabulary/word.js';
import { ALARM_SEVERITIES, ALARM_STATES, metricsThing } from './cloudwatch-alarm.js';
import { messagesWith } from './sns-envelope.js';

/** The kind of the event. Notification rules of the developer tools write the name as `detailType`. */
export const kind = text('detail-type', 'detailType');
export const shared = {
  provider: () => 'aws',
  account: text('account', 'detail.accountId', 'detail.awsAccountId', 'detail.affectedAccount'),
} satisfies Partial<Sender>;
export const info = {
  'detail-type': kind,
  source: text('source'),
  region: text('region'),
  resources: value('resources'),
  Subject: text('$.Subject'),
  TopicArn: text('$.TopicArn'),
};

/** State changes of CloudWatch alarms in the format of EventBridge. */
export const ALARM_STATE_CHANGE: Sender = {
  ...shared,
  alarms: messagesWith('detail-type', 'detail.alarmName', 'detail.state.value'),
  expects: {
    body: 'a "CloudWatch Alarm State Change" of EventBridge',
    identity: '`resources[0]` or `detail.alarmName`',
    state: '`detail.state.value` ALARM, OK or INSUFFICIENT_DATA',
  },
  event_key: text('resources[0]', 'detail.alarmName'),
  event_type: (alarm) =>
    (kind(alarm) ?? '').endsWith('Configuration Change')
      ? ignored('the configuration of an alarm, not its state')
      : word(ALARM_STATES, 'detail.state.value')(alarm),
  title: text('detail.alarmName'),
  description: joined('\n\n', text('detail.configuration.description'), text('detail.state.reason')),
  severity: word(ALARM_SEVERITIES, 'detail.state.value'),
  rule: text('detail.alarmName'),
  resource: firstOf(
    metricsThing('detail.configuration.metrics'),
    resource('alarm', text('detail.alarmName'), text('resources[0]')),
  ),
  occurred_at: instant('detail.state.timestamp', 'time'),
  additional_info: {
    ...info,
    state: value('detail.state'),
    previousState: value('detail.previousState'),
    configuration: value('detail.configuration'),
  },
};

function healthState(alarm: Alarm): EventType {
  const ended = instant('detail.endTime')(alarm);
  const category = text('detail.eventTypeCategory')(alarm);
  const over = text('detail.statusCode')(alarm)?.toLowerCase() === 'closed';
  // The end of a scheduled change is planned ahead. That of an issue is set when it has ended.
  const issueEnded = ended !== undefined && category === 'issue' && ended <= alarm.delivery.received_at;
  return over || issueEnded ? 'RECOVERY' : 'ALERT';
}

/** Events of AWS Health: issues, scheduled changes, and notifications for the account. */
export const HEALTH_EVENT: Sender = {
  ...shared,
  alarms: messagesWith('detail.eventArn', 'detail.eventTypeCode'),
  expects: { body: 'an event of AWS Health', identity: '`detail.eventArn`', state: '`detail.statusCode`' },
  event_key: firstOf(
    text('detail.eventArn'),
    joined('/', text('detail.eventTypeCode'), text('detail.affectedEntities[0].entityValue')),
  ),
  event_type: healthState,
  title: text('detail.eventTypeCode'),
  description: firstOf(texts('latestDescription', 'detail.eventDescription'), text('detail.eventTypeCode')),
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
  occurred_at: instant('detail.startTime', 'time'),
  account: text('detail.affectedAccount', 'account'),
  additional_info: {
    ...info,
    service: text('detail.service'),
    statusCode: text('detail.statusCode'),
    endTime: text('detail.endTime'),
    eventTypeCode: text('detail.eventTypeCode'),
    affectedEntities: value('detail.affectedEntities'),
    eventMetadata: value('detail.eventMetadata'),
  },
};
