import type { Plugin } from '../../plugin-api/plugin.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { V1_0, zabbix, createZabbixFormat } from './plugin.js';

/**
 * Version 1.0.0. It takes a canceled escalation for the problem, and does not read `event_type`, `labels.host` and
 * `trigger.severity_text`.
 */
export const zabbixV1_0: Plugin = {
  ...zabbix,
  version: '1.0.0',
  samples: zabbix.samples.slice(0, 20),
  parse: createParser(createZabbixFormat(V1_0)),
};
