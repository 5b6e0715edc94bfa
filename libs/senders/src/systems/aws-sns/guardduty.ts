import type { Severity } from '../../plugin-api/event.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { Sender } from '../../vocabulary/sender.js';
import { joined, text } from '../../vocabulary/text.js';
import { messagesWith } from './sns-envelope.js';

/** Returns a reader for the severity of GuardDuty and Inspector, a number from 0 to 10. */
export function graded(path: string): Reader<Severity> {
  return (alarm) => {
    const grade = Number(text(path)(alarm) ?? NaN);
    if (Number.isNaN(grade)) return undefined;
    if (grade >= 9) return 'CRITICAL';
    if (grade >= 7) return 'ERROR';
    return grade >= 4 ? 'WARNING' : 'INFO';
  };
}

/** A finding of GuardDuty. It always fires, because GuardDuty reports no recovery. */
function finding(at: '' | 'detail.'): Sender {
  const said = (...fields: readonly string[]): Reader<string> => text(...fields.map((field) => at + field));
  const held = (field: string) => value(at + field);
  return {
    alarms: messagesWith(`${at}service`, `${at}type`, `${at}severity`),
    expects: { body: 'a GuardDuty finding', identity: '`id`', state: 'a finding' },
    provider: () => 'aws',
    account: firstOf(text('account'), said('accountId')),
    event_key: firstOf(said('arn', 'id'), joined('/', said('type'), said('title'))),
    event_type: () => 'ALERT',
    title: said('title', 'type'),
    description: said('description'),
    severity: graded(`${at}severity`),
    rule: said('type'),
    resource: firstOf(
      resource('instance', said('resource.instanceDetails.instanceId')),
      resource('bucket', said('resource.s3BucketDetails[0].name')),
      resource('cluster', said('resource.eksClusterDetails.name')),
      resource('user', said('resource.accessKeyDetails.userName')),
      resource('function', said('resource.lambdaDetails.functionName')),
      resource('database', said('resource.rdsDbInstanceDetails.dbInstanceIdentifier')),
      resource('resource', said('resource.resourceType')),
    ),
    occurred_at: instant(`${at}service.eventFirstSeen`, `${at}createdAt`, 'time'),
    additional_info: {
      'detail-type': text('detail-type'),
      source: text('source'),
      region: text('region'),
      resources: value('resources'),
      Subject: text('$.Subject'),
      TopicArn: text('$.TopicArn'),
      severity: held('severity'),
      count: held('service.count'),
      eventLastSeen: said('service.eventLastSeen'),
      resource: held('resource'),
      id: said('id'),
    },
  };
}

/** A finding in the format of EventBridge. */
export const GUARDDUTY_FINDING = finding('detail.');
/** A finding without an event around it: exported, or extracted by a rule. */
export const RAW_GUARDDUTY_FINDING = finding('');
