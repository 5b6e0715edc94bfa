import type { Plugin } from '../../plugin-api/plugin.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { AS_OF_1_0, zabbix, zabbixEvent } from './plugin.js';

/**
 * Version 1.0.0. It takes a canceled escalation for the problem, and does not read `event_type`, `labels.host` and
 * `trigger.severity_text`.
 */
export const zabbixV1_0: Plugin = {
  ...zabbix,
  version: '1.0.0',
  samples: zabbix.samples.slice(0, 20),
  parse: alarmsOf(zabbixEvent(AS_OF_1_0)),
};
