import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { allLabels, labels } from '../../vocabulary/labels.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { text } from '../../vocabulary/text.js';
import { ALARM_ACTION } from './alarm-action.js';
import { CLOUDWATCH_ALARM, resourceFromDimensions } from './cloudwatch-alarm.js';
import { ALARM_STATE_CHANGE } from './eventbridge-event.js';

/**
 * Adds the contributor to the key. An alarm over several time series also reports each of them as a contributor, and the
 * recovery of one must not resolve the others or the alarm.
 */
function withContributor(sender: AlarmFormat, id: string, attributes: string): AlarmFormat {
  const contributor = text(id);
  return {
    ...sender,
    event_key: (alarm: Alarm) => {
      const [key, contributorId] = [sender.event_key(alarm), contributor(alarm)];
      return key === undefined || contributorId === undefined ? key : `${key}/${contributorId}`;
    },
    resource: firstOf(
      (alarm) => (contributor(alarm) === undefined ? undefined : resourceFromDimensions(attributes)(alarm)),
      (alarm) => sender.resource?.(alarm),
    ),
    labels: allLabels(labels(attributes), (alarm) => sender.labels?.(alarm)),
    additional_info: {
      ...sender.additional_info,
      contributor_id: contributor,
    },
  };
}

/** CloudWatch alarms in the formats of SNS, EventBridge and Lambda. */
export const ALARM_FORMATS: readonly AlarmFormat[] = [
  withContributor(CLOUDWATCH_ALARM, 'AlarmContributorId', 'AlarmContributorAttributes'),
  withContributor(ALARM_STATE_CHANGE, 'detail.alarmContributor.id', 'detail.alarmContributor.attributes'),
  withContributor(ALARM_ACTION, 'alarmData.alarmContributor.id', 'alarmData.alarmContributor.attributes'),
];
