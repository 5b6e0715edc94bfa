import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { messagesWith } from './sns-envelope.js';
import { allLabels, labelled, labels, tags } from '../../vocabulary/labels.js';

const commonReaders = { provider: () => 'aws' } satisfies Partial<AlarmFormat>;
const envelopeInfo = {
  Subject: text('$.Subject'),
  TopicArn: text('$.TopicArn'),
  MessageId: text('$.MessageId'),
};

const INSIGHT_STATES: Readonly<Record<string, EventType | Ignored>> = {
  NEW_INSIGHT: 'ALERT',
  NEW_ASSOCIATION: ignored('NEW_ASSOCIATION: more of an insight that is known'),
  NEW_RECOMMENDATION: ignored('NEW_RECOMMENDATION: more of an insight that is known'),
  SEVERITY_UPGRADED: 'ALERT',
  CLOSED_INSIGHT: 'RECOVERY',
};

/** An insight of DevOps Guru in the format of SNS, which differs from that of EventBridge. */
const DEVOPS_GURU: AlarmFormat = {
  ...commonReaders,
  alarms: messagesWith('InsightId', 'MessageType'),
  expects: { body: 'an insight of DevOps Guru', identity: '`InsightId`', state: '`MessageType`' },
  event_key: text('InsightId'),
  event_type: word(INSIGHT_STATES, 'MessageType'),
  title: text('InsightName', 'InsightDescription'),
  description: text('InsightDescription'),
  severity: severityBy({ medium: 'WARNING' }, 'InsightSeverity'),
  rule: text('InsightType'),
  resource: resource('insight', text('InsightName'), text('InsightId')),
  account: text('AccountId'),
  started_at: instant('StartTime'),
  occurred_at: instant('$.Timestamp'),
  resolved_at: instant('EndTime', '$.Timestamp'),
  labels: labelled({ region: text('Region') }),
  links: { source: link('InsightUrl') },
  additional_info: {
    ...envelopeInfo,
    MessageType: text('MessageType'),
    Anomalies: value('Anomalies', 'anomalies'),
  },
  additional_info_0_2: { region: text('Region'), link: text('InsightUrl') },
};

const COMPLIANCE_STATES: Readonly<Record<string, EventType>> = {
  NON_COMPLIANT: 'ALERT',
  COMPLIANT: 'RECOVERY',
};
const COMPLIANCE_SEVERITIES: Readonly<Record<string, Severity>> = {
  NON_COMPLIANT: 'ERROR',
  COMPLIANT: 'INFO',
};
const COMPLIANCE_PATH = 'newEvaluationResult.complianceType';

/** A rule of AWS Config in the format of its delivery channel. */
const CONFIG_RULE: AlarmFormat = {
  ...commonReaders,
  alarms: messagesWith('configRuleName', COMPLIANCE_PATH),
  expects: {
    body: 'a change of compliance of AWS Config',
    identity: 'rule and resource',
    state: `\`${COMPLIANCE_PATH}\``,
  },
  event_key: joined('/', text('configRuleName'), text('resourceId')),
  event_type: firstOf<EventType | Ignored>(word(COMPLIANCE_STATES, COMPLIANCE_PATH), () =>
    ignored('the rule does not apply'),
  ),
  title: joined(' ', text('configRuleName'), text('resourceId'), text(COMPLIANCE_PATH)),
  description: text('newEvaluationResult.annotation', '$.Subject'),
  severity: word(COMPLIANCE_SEVERITIES, COMPLIANCE_PATH),
  rule: text('configRuleName'),
  resource: resource('resource', text('resourceId')),
  account: text('awsAccountId'),
  occurred_at: instant('newEvaluationResult.resultRecordedTime', 'notificationCreationTime', '$.Timestamp'),
  labels: labelled({ region: text('awsRegion') }),
  additional_info: { ...envelopeInfo, resourceType: text('resourceType') },
  additional_info_0_2: { region: text('awsRegion') },
};

/** A finding of Cost Anomaly Detection. It always fires. */
const COST_ANOMALY: AlarmFormat = {
  ...commonReaders,
  alarms: messagesWith('anomalyId', 'impact'),
  expects: { body: 'a cost anomaly', identity: '`anomalyId`', state: 'an anomaly' },
  event_key: text('anomalyId'),
  event_type: () => 'ALERT',
  title: joined(
    ': ',
    firstOf(text('$.Subject'), () => 'Cost anomaly'),
    text('dimensionalValue', 'dimensionValue'),
  ),
  description: text('anomalyDetailsLink'),
  severity: () => 'WARNING',
  rule: text('monitorName'),
  resource: resource('service', text('dimensionalValue', 'dimensionValue')),
  account: text('accountId'),
  started_at: instant('anomalyStartDate'),
  occurred_at: instant('$.Timestamp'),
  labels: labelled({ region: text('rootCauses[0].region') }),
  links: { source: link('anomalyDetailsLink') },
  additional_info: {
    ...envelopeInfo,
    impact: value('impact'),
    anomalyScore: value('anomalyScore'),
    rootCauses: value('rootCauses'),
  },
};

/** A custom notification for Amazon Q (AWS Chatbot). */
const CHATBOT: AlarmFormat = {
  ...commonReaders,
  alarms: messagesWith('version', 'content.description'),
  expects: { body: 'a message for AWS Chatbot', identity: '`metadata.threadId` or `id`', state: 'a message' },
  event_key: text('metadata.threadId', 'id', '$.MessageId'),
  event_type: () => 'ALERT',
  title: text('content.title', 'metadata.summary', 'content.description'),
  description: text('content.description'),
  rule: text('metadata.eventType'),
  resource: resource('resource', text('metadata.relatedResources[0]')),
  occurred_at: instant('$.Timestamp'),
  labels: allLabels(labels('metadata.additionalContext'), tags('content.keywords')),
  additional_info: {
    ...envelopeInfo,
    nextSteps: value('content.nextSteps'),
  },
  additional_info_0_2: { keywords: value('content.keywords') },
};

/** Formats of services that post structured messages to SNS. */
export const SERVICE_MESSAGES: readonly AlarmFormat[] = [DEVOPS_GURU, CONFIG_RULE, COST_ANOMALY, CHATBOT];
