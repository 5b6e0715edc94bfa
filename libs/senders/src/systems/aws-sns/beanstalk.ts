import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import type { AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { instant, parseInstant } from '../../vocabulary/instant.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, text } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';
import { findEnvelopes } from './sns-envelope.js';
import { labelled } from '../../vocabulary/labels.js';
import { arnRegion } from './cloudwatch-alarm.js';

const HEALTH_CHANGE = /^Message: *(Environment health has transitioned from ([\w ]+) to ([\w ]+)\..*)$/m;

const eventTypeByHealth = dictionary<EventType | Ignored>({
  ok: 'RECOVERY',
  info: ignored('health Info: on the way'),
  pending: ignored('health Pending: on the way'),
  warning: 'ALERT',
  degraded: 'ALERT',
  severe: 'ALERT',
  'no data': 'ALERT',
  unknown: 'ALERT',
});
const severityByHealth = dictionary<Severity>({
  ok: 'INFO',
  warning: 'WARNING',
  degraded: 'ERROR',
  severe: 'CRITICAL',
  'no data': 'NOT_AVAILABLE',
  unknown: 'NOT_AVAILABLE',
});

const message = text('Message');
const matchHealthChange = (alarm: Alarm): RegExpExecArray | null => HEALTH_CHANGE.exec(message(alarm) ?? '');
const readLine =
  (name: string) =>
  (alarm: Alarm): string | undefined =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(message(alarm) ?? '')?.[1]?.trim() || undefined;
const environment = readLine('Environment');
const application = readLine('Application');

const findHealthMessages: AlarmFinder = (body) => {
  const found = findEnvelopes(body);
  return found?.every(({ value }) => {
    const messageText = isObject(value) ? value['Message'] : undefined;
    return (
      typeof messageText === 'string' &&
      HEALTH_CHANGE.test(messageText) &&
      /^Environment: *\S/m.test(messageText)
    );
  })
    ? found
    : undefined;
};

/** Health changes of an Elastic Beanstalk environment. The messages are lines of text. */
export const BEANSTALK: AlarmFormat = {
  alarms: findHealthMessages,
  expects: {
    body: 'a change of health of Elastic Beanstalk',
    identity: 'a line `Environment: …`',
    state: '`transitioned from … to …`',
  },
  event_key: joined('/', application, environment),
  event_type: (alarm) => eventTypeByHealth(matchHealthChange(alarm)?.[3] ?? ''),
  title: joined(': ', environment, (alarm) => matchHealthChange(alarm)?.[1]),
  description: message,
  severity: (alarm) => severityByHealth(matchHealthChange(alarm)?.[3] ?? ''),
  rule: () => 'Environment health',
  resource: resource('environment', environment),
  provider: () => 'aws',
  account: (alarm) => text('TopicArn')(alarm)?.split(':')[4],
  occurred_at: (alarm) =>
    parseInstant(readLine('Timestamp')(alarm) ?? null, alarm.delivery.words) ?? instant('Timestamp')(alarm),
  labels: labelled({ application, region: arnRegion('TopicArn') }),
  additional_info: {
    Subject: text('Subject'),
    TopicArn: text('TopicArn'),
    link: readLine('Environment URL'),
  },
};
