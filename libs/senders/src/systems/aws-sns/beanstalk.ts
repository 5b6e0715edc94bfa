import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import type { AlarmFinder } from '../../vocabulary/alarms.js';
import { instant, instantOf } from '../../vocabulary/instant.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { joined, text } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';
import { envelopes } from './sns-envelope.js';

const CHANGE = /^Message: *(Environment health has transitioned from ([\w ]+) to ([\w ]+)\..*)$/m;

const STATES = dictionary<EventType | Ignored>({
  ok: 'RECOVERY',
  info: ignored('health Info: on the way'),
  pending: ignored('health Pending: on the way'),
  warning: 'ALERT',
  degraded: 'ALERT',
  severe: 'ALERT',
  'no data': 'ALERT',
  unknown: 'ALERT',
});
const SEVERITIES = dictionary<Severity>({
  ok: 'INFO',
  warning: 'WARNING',
  degraded: 'ERROR',
  severe: 'CRITICAL',
  'no data': 'NOT_AVAILABLE',
  unknown: 'NOT_AVAILABLE',
});

const message = text('Message');
const change = (alarm: Alarm): RegExpExecArray | null => CHANGE.exec(message(alarm) ?? '');
const line =
  (name: string) =>
  (alarm: Alarm): string | undefined =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(message(alarm) ?? '')?.[1]?.trim() || undefined;
const environment = line('Environment');
const application = line('Application');

const texts: AlarmFinder = (body) => {
  const found = envelopes(body);
  return found?.every(({ value }) => {
    const said = isObject(value) ? value['Message'] : undefined;
    return typeof said === 'string' && CHANGE.test(said) && /^Environment: *\S/m.test(said);
  })
    ? found
    : undefined;
};

/** Health changes of an Elastic Beanstalk environment. The messages are lines of text. */
export const BEANSTALK: Sender = {
  alarms: texts,
  expects: {
    body: 'a change of health of Elastic Beanstalk',
    identity: 'a line `Environment: …`',
    state: '`transitioned from … to …`',
  },
  event_key: joined('/', application, environment),
  event_type: (alarm) => STATES(change(alarm)?.[3] ?? ''),
  title: joined(': ', environment, (alarm) => change(alarm)?.[1]),
  description: message,
  severity: (alarm) => SEVERITIES(change(alarm)?.[3] ?? ''),
  rule: () => 'Environment health',
  resource: resource('environment', environment),
  provider: () => 'aws',
  account: (alarm) => text('TopicArn')(alarm)?.split(':')[4],
  occurred_at: (alarm) => instantOf(line('Timestamp')(alarm) ?? null) ?? instant('Timestamp')(alarm),
  additional_info: { Subject: text('Subject'), TopicArn: text('TopicArn'), link: line('Environment URL') },
};
