import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { formatsOf } from '../../vocabulary/formats.js';
import { EVENTS_V1, EVENTS_V2 } from '../pagerduty/events-api.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { ALARMS } from './alarm-contributor.js';
import { BEANSTALK } from './beanstalk.js';
import { confirm } from './confirm.js';
import { BACKUP_JOB } from './backup-job.js';
import { HEALTH_EVENT } from './eventbridge-event.js';
import { NEWEST, serviceEvent } from './service-event.js';
import { GUARDDUTY_FINDING, RAW_GUARDDUTY_FINDING } from './guardduty.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { ALERTMANAGER_ALERT } from '../prometheus/alertmanager-alert.js';
import { PLAIN_MESSAGE } from './plain-message.js';
import type { Sender } from '../../vocabulary/sender.js';
import { alertsInMessages } from './sns-envelope.js';
import { SERVICE_MESSAGES } from './service-message.js';
import { SECURITY_HUB } from './security-hub.js';

/** Alerts of Alertmanager with a JSON template. Amazon Managed Prometheus sends alerts only through SNS. */
const ALERTS: Sender = {
  ...ALERTMANAGER_ALERT,
  alarms: alertsInMessages,
  expects: { body: 'alerts of Alertmanager', identity: '`fingerprint` or `labels`', state: '`status`' },
  provider: () => 'aws',
};

/** Lists the formats in order of precedence. @param messages formats for messages that no other format recognises */
export function formats(
  alarms: readonly Sender[],
  service: Sender,
  messages: readonly Sender[],
): readonly Sender[] {
  return [
    ...alarms,
    GUARDDUTY_FINDING,
    RAW_GUARDDUTY_FINDING,
    HEALTH_EVENT,
    SECURITY_HUB,
    service,
    ...SERVICE_MESSAGES,
    ALERTS,
    BEANSTALK,
    ...messages,
    { ...EVENTS_V1, provider: () => 'aws' },
    { ...EVENTS_V2, provider: () => 'aws' },
  ];
}

/** Amazon SNS, with its envelope or raw message delivery, and EventBridge API destinations. */
export const awsSns: Plugin = {
  plugin_id: 'aws-sns',
  version: '1.1.0',
  name: 'Amazon SNS and EventBridge',
  provider: 'aws',
  docs: guideOf('systems/aws-sns'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/aws-sns'),
  recognises: anyShape(
    shaped('TopicArn', 'MessageId', 'Type'),
    shaped(['Type', /^Notification$/], ['Message', /^\s*\{.*"(?:AlarmName|detail-type)"/s]),
    shaped(['Type', /^(?:Unsubscribe|Subscription)Confirmation$/], 'SubscribeURL'),
    shaped('TopicArn', 'Message'),
    shaped('NewStateValue', 'AlarmName', 'StateChangeTime'),
    shaped('AlarmName', 'NewStateValue'),
    shaped('alarmData.alarmName', 'alarmData.state', 'alarmArn'),
    shaped('detail-type', 'source', 'detail', 'account'),
    shaped('detail-type', 'source', 'detail'),
    shaped('detail-type', 'detail'),
    shaped({ header: 'x-amz-sns-message-type' }, 'Message'),
    shaped('Records[0].Sns.TopicArn', 'Records[0].EventSource'),
    shaped(
      ['Records[0].eventSource', /^aws:sqs$/],
      ['Records[0].body', /"(?:TopicArn|AlarmName|detail-type)"/],
    ),
    shaped('schemaVersion', 'accountId', 'region', 'severity', 'arn'),
    shaped('schemaVersion', 'accountId', 'service.serviceName', 'severity'),
  ),
  parse: formatsOf(...formats(ALARMS, serviceEvent(NEWEST), [BACKUP_JOB, PLAIN_MESSAGE])),
  confirm,
};
