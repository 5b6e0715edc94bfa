import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { EVENTS_V1, EVENTS_V2 } from '../pagerduty/events-api.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { ALARM_FORMATS } from './alarm-contributor.js';
import { BEANSTALK } from './beanstalk.js';
import { confirm } from './confirm.js';
import { BACKUP_JOB } from './backup-job.js';
import { HEALTH_EVENT } from './eventbridge-event.js';
import { LATEST, createServiceEventFormat } from './service-event.js';
import { GUARDDUTY_FINDING, RAW_GUARDDUTY_FINDING } from './guardduty.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { ALERTMANAGER_ALERT } from '../prometheus/alertmanager-alert.js';
import { parseEachRecord } from './parse-each-record.js';
import { PLAIN_MESSAGE } from './plain-message.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { findAlertsInMessages } from './sns-envelope.js';
import { SERVICE_MESSAGES } from './service-message.js';
import { SECURITY_HUB } from './security-hub.js';

/** Alerts of Alertmanager with a JSON template. Amazon Managed Prometheus sends alerts only through SNS. */
const ALERTMANAGER_ALERTS: AlarmFormat = {
  ...ALERTMANAGER_ALERT,
  alarms: findAlertsInMessages,
  expects: { body: 'alerts of Alertmanager', identity: '`fingerprint` or `labels`', state: '`status`' },
  provider: () => 'aws',
};

/** Lists the formats in order of precedence. @param messageFormats formats for messages that no other format recognises */
export function listFormats(
  alarmFormats: readonly AlarmFormat[],
  serviceFormat: AlarmFormat,
  messageFormats: readonly AlarmFormat[],
): readonly AlarmFormat[] {
  return [
    ...alarmFormats,
    GUARDDUTY_FINDING,
    RAW_GUARDDUTY_FINDING,
    HEALTH_EVENT,
    SECURITY_HUB,
    serviceFormat,
    ...SERVICE_MESSAGES,
    ALERTMANAGER_ALERTS,
    BEANSTALK,
    ...messageFormats,
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
  docs: loadGuide('systems/aws-sns'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/aws-sns'),
  recognises: recogniseAny(
    recogniseBy('TopicArn', 'MessageId', 'Type'),
    recogniseBy(['Type', /^Notification$/], ['Message', /^\s*\{.*"(?:AlarmName|detail-type)"/s]),
    recogniseBy(['Type', /^(?:Unsubscribe|Subscription)Confirmation$/], 'SubscribeURL'),
    recogniseBy('TopicArn', 'Message'),
    recogniseBy('NewStateValue', 'AlarmName', 'StateChangeTime'),
    recogniseBy('AlarmName', 'NewStateValue'),
    recogniseBy('alarmData.alarmName', 'alarmData.state', 'alarmArn'),
    recogniseBy('detail-type', 'source', 'detail', 'account'),
    recogniseBy('detail-type', 'source', 'detail'),
    recogniseBy('detail-type', 'detail'),
    recogniseBy({ header: 'x-amz-sns-message-type' }, 'Message'),
    recogniseBy('Records[0].Sns.TopicArn', 'Records[0].EventSource'),
    recogniseBy(
      ['Records[0].eventSource', /^aws:sqs$/],
      ['Records[0].body', /"(?:TopicArn|AlarmName|detail-type)"/],
    ),
    recogniseBy('schemaVersion', 'accountId', 'region', 'severity', 'arn'),
    recogniseBy('schemaVersion', 'accountId', 'service.serviceName', 'severity'),
  ),
  parse: parseEachRecord(
    createMultiFormatParser(
      ...listFormats(ALARM_FORMATS, createServiceEventFormat(LATEST), [BACKUP_JOB, PLAIN_MESSAGE]),
    ),
  ),
  confirm,
};
