import type { Plugin } from '../../plugin-api/plugin.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { ALARM_ACTION } from './alarm-action.js';
import { CLOUDWATCH_ALARM } from './cloudwatch-alarm.js';
import { ALARM_STATE_CHANGE } from './eventbridge-event.js';
import {
  deriveEventType,
  sourceResource,
  inMessageJson,
  PLAIN_MESSAGE,
  statedSeverity,
} from './plain-message.js';
import { awsSns, listFormats } from './plugin.js';
import { V1_0, createServiceEventFormat } from './service-event.js';

/**
 * Version 1.0.0. It parses AWS Backup jobs as text, and uses one key for all contributors of an alarm and for all resources
 * of a check or a rule of AWS Config.
 */
export const awsSnsV1_0: Plugin = {
  ...awsSns,
  version: '1.0.0',
  samples: awsSns.samples.slice(0, 53),
  parse: createMultiFormatParser(
    ...listFormats([CLOUDWATCH_ALARM, ALARM_STATE_CHANGE, ALARM_ACTION], createServiceEventFormat(V1_0), [
      {
        ...PLAIN_MESSAGE,
        event_type: deriveEventType,
        severity: statedSeverity,
        resource: inMessageJson(sourceResource),
      },
    ]),
  ),
};
