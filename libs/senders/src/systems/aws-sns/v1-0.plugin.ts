import type { Plugin } from '../../plugin-api/plugin.js';
import { formatsOf } from '../../vocabulary/formats.js';
import { ALARM_ACTION } from './alarm-action.js';
import { CLOUDWATCH_ALARM } from './cloudwatch-alarm.js';
import { ALARM_STATE_CHANGE } from './eventbridge-event.js';
import { kindOf, namedSource, own, PLAIN_MESSAGE, statedSeverity } from './plain-message.js';
import { awsSns, formats } from './plugin.js';
import { AS_OF_1_0, serviceEvent } from './service-event.js';

/**
 * Version 1.0.0. It parses AWS Backup jobs as text, and uses one key for all contributors of an alarm and for all resources
 * of a check or a rule of AWS Config.
 */
export const awsSnsV1_0: Plugin = {
  ...awsSns,
  version: '1.0.0',
  samples: awsSns.samples.slice(0, 53),
  parse: formatsOf(
    ...formats([CLOUDWATCH_ALARM, ALARM_STATE_CHANGE, ALARM_ACTION], serviceEvent(AS_OF_1_0), [
      { ...PLAIN_MESSAGE, event_type: kindOf, severity: statedSeverity, resource: own(namedSource) },
    ]),
  ),
};
