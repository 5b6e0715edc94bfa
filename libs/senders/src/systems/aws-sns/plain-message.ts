import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { embeddedOf, inside } from '../../vocabulary/embedded.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { text } from '../../vocabulary/text.js';
import { envelopes } from './sns-envelope.js';

const message = text('Message');
const NAMES = [
  'title',
  'Subject',
  'subject',
  'summary',
  'Event Message',
  'Description',
  'description',
  'Event',
  'eventType',
  'notificationType',
];

/** Returns a reader for fields of the service's JSON inside the message, if the message is JSON. */
export function own<T>(read: Reader<T>): Reader<T> {
  return inside('Message', read);
}
function isJson(alarm: Alarm): boolean {
  return embeddedOf(value('Message')(alarm)) !== undefined;
}

const named = NAMES.map((name) => `["${name}"]`);
const detailed = ['["Event Message"]', 'description', 'Description', 'message', 'Cause', 'body'];

export function kindOf(alarm: Alarm): EventType | Ignored {
  const type = text('Type')(alarm)?.toLowerCase() ?? 'notification';
  if (type === 'subscriptionconfirmation')
    return ignored(
      'SubscriptionConfirmation: SNS asks whether it may send here, and is called once if its signature is right',
    );
  if (type === 'unsubscribeconfirmation')
    return ignored('UnsubscribeConfirmation: SNS no longer sends this topic here');
  if (type !== 'notification') return ignored(`${type}: a control message of SNS`);
  return own(text('Event'))(alarm) === 'autoscaling:TEST_NOTIFICATION' ||
    own(text('Event'))(alarm) === 's3:TestEvent'
    ? ignored('a test notification of AWS')
    : 'ALERT';
}

const firstLine: Reader<string> = (alarm) =>
  isJson(alarm) ? undefined : message(alarm)?.split('\n', 1)[0]?.slice(0, 200);

/** Notifications of SES about mail without a problem. */
const MAIL = /^(?:Send|Delivery|Open|Click|Subscription)$/;

function kindOfNotification(alarm: Alarm): EventType | Ignored {
  const mail = own(text('notificationType', 'eventType'))(alarm) ?? '';
  return MAIL.test(mail) && own(value('mail'))(alarm) !== undefined
    ? ignored(`${mail}: mail that took its way`)
    : kindOf(alarm);
}

/** Derives a severity for Auto Scaling, whose events have names that end with `_ERROR` if the action failed. */
function scalingSeverity(alarm: Alarm): Severity | undefined {
  const event = own(text('Event'))(alarm) ?? '';
  if (!/^autoscaling:/i.test(event)) return undefined;
  return /_ERROR$/i.test(event) ? 'ERROR' : 'INFO';
}

export const statedSeverity = own(severity('severity', 'Severity', 'level', 'priority'));
export const namedSource = firstOf(
  resource('source', text('["Source ID"]'), text('["Identifier Link"]', '["Source ID"]')),
  resource('group', text('AutoScalingGroupName'), text('AutoScalingGroupARN', 'AutoScalingGroupName')),
  resource('resource', text('resource', 'resourceName', 'host', 'instance', 'source')),
);
/** The source of a DMS event, which writes the field name as `SourceId`. */
const dmsSource = resource('source', text('SourceId'), text('["Identifier Link"]', 'SourceId'));

/** Any other message: text, or JSON of a service without a format in this plugin. Each message is a separate alarm. */
export const PLAIN_MESSAGE: Sender = {
  alarms: envelopes,
  expects: {
    body: 'the envelope of Amazon SNS (an object with `Type` and `TopicArn`)',
    identity: '`MessageId`, `Subject` or `TopicArn`',
    state: '`Type`',
  },
  event_key: firstOf(text('MessageId', 'Subject', 'TopicArn'), own(text(...named)), firstLine),
  event_type: kindOfNotification,
  title: firstOf(
    text('Subject'),
    own(text(...named, 'message', 'Records[0].eventName')),
    firstLine,
    text('MessageId'),
  ),
  description: firstOf(own(text(...detailed)), message),
  severity: firstOf(statedSeverity, scalingSeverity),
  rule: text('TopicArn'),
  resource: own((alarm) => (text('SourceId')(alarm) === undefined ? namedSource(alarm) : dmsSource(alarm))),
  provider: () => 'aws',
  account: firstOf(
    own(text('AccountId', 'account', 'awsAccountId')),
    (alarm) => text('TopicArn')(alarm)?.split(':')[4],
  ),
  occurred_at: firstOf(
    own(instant('["Event Time"]', 'StateChangeTime', 'Time', 'time', 'timestamp')),
    instant('Timestamp'),
  ),
  additional_info: {
    Subject: text('Subject'),
    TopicArn: text('TopicArn'),
    Message: (alarm) => embeddedOf(value('Message')(alarm)),
    MessageAttributes: value('MessageAttributes'),
    UnsubscribeURL: text('UnsubscribeURL', 'UnsubscribeUrl'),
  },
};
