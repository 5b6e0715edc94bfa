import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { value, type Path } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { Sender } from '../../vocabulary/sender.js';
import { joined, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { messagesWith } from './sns-envelope.js';

export const ALARM_STATES: Readonly<Record<string, EventType>> = {
  ALARM: 'ALERT',
  OK: 'RECOVERY',
  INSUFFICIENT_DATA: 'ALERT',
};
/** Severities by state, because CloudWatch alarms have none. */
export const ALARM_SEVERITIES: Readonly<Record<string, Severity>> = {
  ALARM: 'ERROR',
  OK: 'INFO',
  INSUFFICIENT_DATA: 'NOT_AVAILABLE',
};

/** Converts dimensions to pairs. SNS writes them as `[{name, value}]`, EventBridge as `{name: value}`. */
function dimensionsOf(from: Json | undefined): readonly (readonly [string, string])[] {
  const pairs = Array.isArray(from)
    ? from.map((one: Json) =>
        isObject(one) ? [textOf(one['name']), textOf(one['value'])] : [undefined, undefined],
      )
    : Object.entries(isObject(from) ? from : {}).map(([name, of]) => [name, textOf(of)]);
  return pairs.flatMap(([name, of]) => (name === undefined || of === undefined ? [] : [[name, of] as const]));
}

/** Returns the dimensions of the metric. For metric math and anomaly detection: those of the first metric that has any. */
function dimensions(alarm: Alarm): readonly (readonly [string, string])[] {
  const metrics = value('Trigger.Metrics')(alarm);
  const candidates = [
    value('Trigger.Dimensions')(alarm),
    ...(Array.isArray(metrics) ? metrics.map((value: Json) => METRIC_DIMENSIONS({ ...alarm, value })) : []),
  ];
  return candidates.map(dimensionsOf).find((found) => found.length > 0) ?? [];
}
const METRIC_DIMENSIONS = value('MetricStat.Metric.Dimensions');

/** Dimensions that only qualify others (an image, a type, a zone). They do not identify the resource. */
const QUALIFIERS = /^(?:ImageId|InstanceType|AvailabilityZone|Region|Namespace|ServiceName|Currency)$/i;

function brokenThing(
  pairs: readonly (readonly [string, string])[],
): { resource_id: string; resource_type: string; name: string } | undefined {
  const [kind, name] =
    pairs.find(([found]) => !QUALIFIERS.test(found)) ??
    pairs.find(([found]) => !/^Currency$/i.test(found)) ??
    [];
  return kind === undefined || name === undefined
    ? undefined
    : { resource_id: name, resource_type: kind, name };
}

/** Returns a reader for the resource of the metrics, in the format of EventBridge and alarm actions. */
export function metricsThing(path: Path): (alarm: Alarm) => ReturnType<typeof brokenThing> {
  const read = value(path);
  return (alarm) => {
    const metrics = read(alarm);
    const found = (Array.isArray(metrics) ? metrics : []).map((one: Json) =>
      dimensionsOf(value('metricStat.metric.dimensions')({ ...alarm, value: one })),
    );
    return brokenThing(found.find((pairs) => pairs.length > 0) ?? []);
  };
}

/** Returns a reader for the resource that dimensions, or the attributes of a contributor, identify. */
export function thingAt(path: Path): (alarm: Alarm) => ReturnType<typeof brokenThing> {
  const read = value(path);
  return (alarm) => brokenThing(dimensionsOf(read(alarm)));
}

const name = text('AlarmName');

/** CloudWatch alarms in the format of SNS: metric, metric math, anomaly detection and composite alarms. */
export const CLOUDWATCH_ALARM: Sender = {
  alarms: messagesWith('AlarmName', 'NewStateValue'),
  expects: {
    body: 'a CloudWatch alarm (an object with `AlarmName` and `NewStateValue`)',
    identity: '`AlarmArn` or `AlarmName`',
    state: '`NewStateValue` ALARM, OK or INSUFFICIENT_DATA',
  },
  event_key: firstOf(text('AlarmArn'), joined(':', text('AWSAccountId'), text('Region'), name)),
  event_type: word(ALARM_STATES, 'NewStateValue'),
  title: name,
  description: joined('\n\n', text('AlarmDescription'), text('NewStateReason')),
  severity: word(ALARM_SEVERITIES, 'NewStateValue'),
  rule: name,
  resource: firstOf((alarm) => brokenThing(dimensions(alarm)), resource('alarm', name, text('AlarmArn'))),
  provider: () => 'aws',
  account: text('AWSAccountId'),
  occurred_at: instant('StateChangeTime', '$.Timestamp'),
  additional_info: {
    NewStateValue: text('NewStateValue'),
    OldStateValue: text('OldStateValue'),
    Region: text('Region'),
    AlarmArn: text('AlarmArn'),
    Trigger: value('Trigger'),
    AlarmRule: text('AlarmRule'),
    TriggeringChildren: value('TriggeringChildren'),
    AlarmConfigurationUpdatedTimestamp: text('AlarmConfigurationUpdatedTimestamp'),
    Subject: text('$.Subject'),
    TopicArn: text('$.TopicArn'),
  },
};
