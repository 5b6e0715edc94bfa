import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { value, type Path } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, text, textOf } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { messagesWith } from './sns-envelope.js';
import { allLabels, labelled, type Labels } from '../../vocabulary/labels.js';

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
function parseDimensions(from: Json | undefined): readonly (readonly [string, string])[] {
  const pairs = Array.isArray(from)
    ? from.map((one: Json) =>
        isObject(one) ? [textOf(one['name']), textOf(one['value'])] : [undefined, undefined],
      )
    : Object.entries(isObject(from) ? from : {}).map(([name, dimensionValue]) => [
        name,
        textOf(dimensionValue),
      ]);
  return pairs.flatMap(([name, dimensionValue]) =>
    name === undefined || dimensionValue === undefined ? [] : [[name, dimensionValue] as const],
  );
}

/** Returns the dimensions of the metric. For metric math and anomaly detection: those of the first metric that has any. */
function findDimensions(alarm: Alarm): readonly (readonly [string, string])[] {
  const metrics = value('Trigger.Metrics')(alarm);
  const candidates = [
    value('Trigger.Dimensions')(alarm),
    ...(Array.isArray(metrics) ? metrics.map((value: Json) => metricDimensions({ ...alarm, value })) : []),
  ];
  return candidates.map(parseDimensions).find((found) => found.length > 0) ?? [];
}
const metricDimensions = value('MetricStat.Metric.Dimensions');

/** Dimensions that only qualify others (an image, a type, a zone). They do not identify the resource. */
const QUALIFYING_DIMENSION =
  /^(?:ImageId|InstanceType|AvailabilityZone|Region|Namespace|ServiceName|Currency)$/i;

function findResource(
  pairs: readonly (readonly [string, string])[],
): { resource_id: string; resource_type: string; name: string } | undefined {
  const [kind, name] =
    pairs.find(([found]) => !QUALIFYING_DIMENSION.test(found)) ??
    pairs.find(([found]) => !/^Currency$/i.test(found)) ??
    [];
  return kind === undefined || name === undefined
    ? undefined
    : { resource_id: name, resource_type: kind, name };
}

/** Returns the dimensions of the first metric that has any, in the format of EventBridge and alarm actions. */
function findMetricDimensions(
  metrics: Json | undefined,
  alarm: Alarm,
): readonly (readonly [string, string])[] {
  const found = (Array.isArray(metrics) ? metrics : []).map((one: Json) =>
    parseDimensions(value('metricStat.metric.dimensions')({ ...alarm, value: one })),
  );
  return found.find((pairs) => pairs.length > 0) ?? [];
}

/** Returns a reader for the resource of the metrics, in the format of EventBridge and alarm actions. */
export function resourceFromMetrics(path: Path): (alarm: Alarm) => ReturnType<typeof findResource> {
  const read = value(path);
  return (alarm) => findResource(findMetricDimensions(read(alarm), alarm));
}

/** Returns a reader for the dimensions of the metrics and their namespace, in the same format. */
export function labelsFromMetrics(path: Path): Reader<Labels> {
  const read = value(path);
  return allLabels(
    (alarm) => pairsToLabels(findMetricDimensions(read(alarm), alarm)),
    labelled({ namespace: text(`${path}[0].metricStat.metric.namespace`) }),
  );
}

function pairsToLabels(pairs: readonly (readonly [string, string])[]): Labels | undefined {
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/** Returns a reader for the region in an ARN. SNS names the region in words elsewhere: `EU (Frankfurt)`. */
export function arnRegion(...paths: readonly Path[]): Reader<string> {
  const read = text(...paths);
  return (alarm) => /^arn:[^:]*:[^:]*:([^:]+):/.exec(read(alarm) ?? '')?.[1];
}

/** Returns a reader for the resource that dimensions, or the attributes of a contributor, identify. */
export function resourceFromDimensions(path: Path): (alarm: Alarm) => ReturnType<typeof findResource> {
  const read = value(path);
  return (alarm) => findResource(parseDimensions(read(alarm)));
}

const name = text('AlarmName');

/** CloudWatch alarms in the format of SNS: metric, metric math, anomaly detection and composite alarms. */
export const CLOUDWATCH_ALARM: AlarmFormat = {
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
  resource: firstOf(
    (alarm) => findResource(findDimensions(alarm)),
    resource('alarm', name, text('AlarmArn')),
  ),
  provider: () => 'aws',
  account: text('AWSAccountId'),
  occurred_at: instant('StateChangeTime', '$.Timestamp'),
  labels: allLabels(
    (alarm) => pairsToLabels(findDimensions(alarm)),
    labelled({
      namespace: text('Trigger.Namespace', 'Trigger.Metrics[0].MetricStat.Metric.Namespace'),
      region: firstOf(arnRegion('AlarmArn'), text('Region')),
    }),
  ),
  additional_info: {
    NewStateValue: text('NewStateValue'),
    OldStateValue: text('OldStateValue'),
    AlarmArn: text('AlarmArn'),
    Trigger: value('Trigger'),
    AlarmRule: text('AlarmRule'),
    TriggeringChildren: value('TriggeringChildren'),
    AlarmConfigurationUpdatedTimestamp: text('AlarmConfigurationUpdatedTimestamp'),
    Subject: text('$.Subject'),
    TopicArn: text('$.TopicArn'),
  },
  additional_info_0_2: { Region: text('Region') },
};
