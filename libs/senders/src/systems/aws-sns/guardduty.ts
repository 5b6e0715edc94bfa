import type { Severity } from '../../plugin-api/event.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, text } from '../../vocabulary/text.js';
import { messagesWith } from './sns-envelope.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';

/** Returns a reader for the severity of GuardDuty and Inspector, a number from 0 to 10. */
export function numericSeverity(path: string): Reader<Severity> {
  return (alarm) => {
    const score = Number(text(path)(alarm) ?? NaN);
    if (Number.isNaN(score)) return undefined;
    if (score >= 9) return 'CRITICAL';
    if (score >= 7) return 'ERROR';
    return score >= 4 ? 'WARNING' : 'INFO';
  };
}

const TAGGED_RESOURCES = [
  'instanceDetails',
  's3BucketDetails[0]',
  'eksClusterDetails',
  'ecsClusterDetails',
  'lambdaDetails',
  'rdsDbInstanceDetails',
];

/** A finding of GuardDuty. It always fires, because GuardDuty reports no recovery. */
function createFindingFormat(prefix: '' | 'detail.'): AlarmFormat {
  const readText = (...fields: readonly string[]): Reader<string> =>
    text(...fields.map((field) => prefix + field));
  const readValue = (field: string) => value(prefix + field);
  return {
    alarms: messagesWith(`${prefix}service`, `${prefix}type`, `${prefix}severity`),
    expects: { body: 'a GuardDuty finding', identity: '`id`', state: 'a finding' },
    provider: () => 'aws',
    account: firstOf(text('account'), readText('accountId')),
    event_key: firstOf(readText('arn', 'id'), joined('/', readText('type'), readText('title'))),
    event_type: () => 'ALERT',
    title: readText('title', 'type'),
    description: readText('description'),
    severity: numericSeverity(`${prefix}severity`),
    rule: readText('type'),
    resource: firstOf(
      resource('instance', readText('resource.instanceDetails.instanceId')),
      resource('bucket', readText('resource.s3BucketDetails[0].name')),
      resource('cluster', readText('resource.eksClusterDetails.name')),
      resource('user', readText('resource.accessKeyDetails.userName')),
      resource('function', readText('resource.lambdaDetails.functionName')),
      resource('database', readText('resource.rdsDbInstanceDetails.dbInstanceIdentifier')),
      resource('resource', readText('resource.resourceType')),
    ),
    started_at: instant(`${prefix}service.eventFirstSeen`, `${prefix}createdAt`),
    occurred_at: instant('time'),
    labels: allLabels(
      tags(...TAGGED_RESOURCES.map((name) => `${prefix}resource.${name}.tags`)),
      labelled({ region: text('region'), source: text('source') }),
    ),
    additional_info: {
      'detail-type': text('detail-type'),
      resources: value('resources'),
      Subject: text('$.Subject'),
      TopicArn: text('$.TopicArn'),
      severity: readValue('severity'),
      count: readValue('service.count'),
      eventLastSeen: readText('service.eventLastSeen'),
      resource: readValue('resource'),
      id: readText('id'),
    },
    additional_info_0_2: { source: text('source'), region: text('region') },
  };
}

/** A finding in the format of EventBridge. */
export const GUARDDUTY_FINDING = createFindingFormat('detail.');
/** A finding without an event around it: exported, or extracted by a rule. */
export const RAW_GUARDDUTY_FINDING = createFindingFormat('');
