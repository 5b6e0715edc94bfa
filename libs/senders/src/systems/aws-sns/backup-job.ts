import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import type { AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { findEnvelopes } from './sns-envelope.js';
import { labelled } from '../../vocabulary/labels.js';
import { arnRegion } from './cloudwatch-alarm.js';

const STATE_PATH = 'MessageAttributes.State.Value';
const STATES: Readonly<Record<string, EventType | Ignored>> = {
  COMPLETED: 'RECOVERY',
  SUCCESSFUL: 'RECOVERY',
  FAILED: 'ALERT',
  EXPIRED: 'ALERT',
  ABORTED: 'ALERT',
  PARTIAL: 'ALERT',
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  COMPLETED: 'INFO',
  SUCCESSFUL: 'INFO',
  FAILED: 'ERROR',
  EXPIRED: 'ERROR',
  ABORTED: 'WARNING',
  PARTIAL: 'WARNING',
};
const message = text('Message');
const jobType = text('MessageAttributes.EventType.Value');
/** Reads the resource from the message: `Resource ARN : arn:…. BackupJob ID : …`. Older ones say `Backed up Resource ARN`. */
const backedUpResource = (alarm: Alarm): string | undefined =>
  /\bresource ARN ?: ?(arn:\S+?)\.?(?:\s|$)/i.exec(message(alarm)?.slice(0, 4_000) ?? '')?.[1];

const backedUpRegion = (alarm: Alarm): string | undefined =>
  backedUpResource(alarm)?.split(':')[3] || undefined;

const findJobMessages: AlarmFinder = (body) => {
  const found = findEnvelopes(body);
  return found?.every(
    ({ value: one }) =>
      isObject(one) &&
      one['Subject'] === 'Notification from AWS Backup' &&
      typeof one['Message'] === 'string' &&
      isObject(one['MessageAttributes']),
  )
    ? found
    : undefined;
};

/** Messages of AWS Backup about its jobs: a sentence, with the state as an attribute. A successful next job is the recovery. */
export const BACKUP_JOB: AlarmFormat = {
  alarms: findJobMessages,
  expects: { body: 'a message of AWS Backup', identity: 'a resource or `Id`', state: `\`${STATE_PATH}\`` },
  event_key: joined('/', jobType, firstOf(backedUpResource, text('MessageAttributes.Id.Value', 'MessageId'))),
  event_type: firstOf<EventType | Ignored>(word(STATES, STATE_PATH), () =>
    ignored('a job of AWS Backup that has not ended'),
  ),
  title: joined(': ', text('Subject'), (alarm) => message(alarm)?.split('.', 1)[0]?.slice(0, 200)),
  description: message,
  severity: word(SEVERITIES, STATE_PATH),
  rule: jobType,
  resource: resource('resource', backedUpResource),
  provider: () => 'aws',
  account: firstOf(
    text('MessageAttributes.AccountId.Value'),
    (alarm) => text('TopicArn')(alarm)?.split(':')[4],
  ),
  occurred_at: instant('Timestamp'),
  labels: labelled({ region: firstOf(backedUpRegion, arnRegion('TopicArn')) }),
  additional_info: {
    Subject: text('Subject'),
    TopicArn: text('TopicArn'),
    MessageAttributes: value('MessageAttributes'),
  },
};
