import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { parseEmbeddedJson, insideJson } from '../../vocabulary/embedded.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { link, text, textOf } from '../../vocabulary/text.js';
import { findEnvelopes } from './sns-envelope.js';
import { allLabels, labelled, tags, type Labels } from '../../vocabulary/labels.js';
import { arnRegion } from './cloudwatch-alarm.js';

const message = text('Message');
const TITLE_FIELDS = [
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
export function inMessageJson<T>(read: Reader<T>): Reader<T> {
  return insideJson('Message', read);
}
function isJson(alarm: Alarm): boolean {
  return parseEmbeddedJson(value('Message')(alarm)) !== undefined;
}

const titlePaths = TITLE_FIELDS.map((name) => `["${name}"]`);
const descriptionPaths = ['["Event Message"]', 'description', 'Description', 'message', 'Cause', 'body'];

export function deriveEventType(alarm: Alarm): EventType | Ignored {
  const type = text('Type')(alarm)?.toLowerCase() ?? 'notification';
  if (type === 'subscriptionconfirmation')
    return ignored(
      'SubscriptionConfirmation: SNS asks whether it may send here, and is called once if its signature is right',
    );
  if (type === 'unsubscribeconfirmation')
    return ignored('UnsubscribeConfirmation: SNS no longer sends this topic here');
  if (type !== 'notification') return ignored(`${type}: a control message of SNS`);
  return inMessageJson(text('Event'))(alarm) === 'autoscaling:TEST_NOTIFICATION' ||
    inMessageJson(text('Event'))(alarm) === 's3:TestEvent'
    ? ignored('a test notification of AWS')
    : 'ALERT';
}

const firstLine: Reader<string> = (alarm) =>
  isJson(alarm) ? undefined : message(alarm)?.split('\n', 1)[0]?.slice(0, 200);

/** Notifications of SES about mail without a problem. */
const NORMAL_MAIL_EVENT = /^(?:Send|Delivery|Open|Click|Subscription)$/;

function deriveNotificationType(alarm: Alarm): EventType | Ignored {
  const mailEvent = inMessageJson(text('notificationType', 'eventType'))(alarm) ?? '';
  return NORMAL_MAIL_EVENT.test(mailEvent) && inMessageJson(value('mail'))(alarm) !== undefined
    ? ignored(`${mailEvent}: mail that took its way`)
    : deriveEventType(alarm);
}

/** Derives a severity for Auto Scaling, whose events have names that end with `_ERROR` if the action failed. */
function scalingSeverity(alarm: Alarm): Severity | undefined {
  const event = inMessageJson(text('Event'))(alarm) ?? '';
  if (!/^autoscaling:/i.test(event)) return undefined;
  return /_ERROR$/i.test(event) ? 'ERROR' : 'INFO';
}

export const statedSeverity = inMessageJson(severity('severity', 'Severity', 'level', 'priority'));
export const sourceResource = firstOf(
  resource('source', text('["Source ID"]'), text('["Identifier Link"]', '["Source ID"]')),
  resource('group', text('AutoScalingGroupName'), text('AutoScalingGroupARN', 'AutoScalingGroupName')),
  resource('resource', text('resource', 'resourceName', 'host', 'instance', 'source')),
);
/** The source of a DMS event, which writes the field name as `SourceId`. */
const dmsResource = resource('source', text('SourceId'), text('["Identifier Link"]', 'SourceId'));

/** Reads the attributes that the publisher gave the message: `{team: {Type: "String", Value: "shop"}}`. */
function messageAttributes(alarm: Alarm): Labels | undefined {
  const found = value('MessageAttributes')(alarm);
  const entries = Object.entries(isObject(found) ? found : {}).flatMap(([name, attribute]) => {
    const label = isObject(attribute) ? textOf(attribute['Value']) : undefined;
    return label === undefined ? [] : [[name, label] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Any other message: text, or JSON of a service without a format in this plugin. Each message is a separate alarm. */
export const PLAIN_MESSAGE: AlarmFormat = {
  alarms: findEnvelopes,
  expects: {
    body: 'the envelope of Amazon SNS (an object with `Type` and `TopicArn`)',
    identity: '`MessageId`, `Subject` or `TopicArn`',
    state: '`Type`',
  },
  event_key: firstOf(text('MessageId', 'Subject', 'TopicArn'), inMessageJson(text(...titlePaths)), firstLine),
  event_type: deriveNotificationType,
  title: firstOf(
    text('Subject'),
    inMessageJson(text(...titlePaths, 'message', 'Records[0].eventName')),
    firstLine,
    text('MessageId'),
  ),
  description: firstOf(inMessageJson(text(...descriptionPaths)), message),
  severity: firstOf(statedSeverity, scalingSeverity),
  rule: text('TopicArn'),
  resource: inMessageJson((alarm) =>
    text('SourceId')(alarm) === undefined ? sourceResource(alarm) : dmsResource(alarm),
  ),
  provider: () => 'aws',
  account: firstOf(
    inMessageJson(text('AccountId', 'account', 'awsAccountId')),
    (alarm) => text('TopicArn')(alarm)?.split(':')[4],
  ),
  occurred_at: firstOf(
    inMessageJson(instant('["Event Time"]', 'StateChangeTime', 'Time', 'time', 'timestamp')),
    instant('Timestamp'),
  ),
  labels: allLabels(
    messageAttributes,
    inMessageJson(tags('labels', 'tags')),
    labelled({ region: arnRegion('TopicArn') }),
  ),
  links: { source: inMessageJson(link('["Identifier Link"]', 'url', 'link')) },
  additional_info: {
    Subject: text('Subject'),
    TopicArn: text('TopicArn'),
    Message: (alarm) => parseEmbeddedJson(value('Message')(alarm)),
    UnsubscribeURL: text('UnsubscribeURL', 'UnsubscribeUrl'),
  },
  additional_info_0_2: { MessageAttributes: value('MessageAttributes') },
};
