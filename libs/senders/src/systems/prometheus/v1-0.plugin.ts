import type { Plugin } from '../../plugin-api/plugin.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { PROMETHEUS_1_0, prometheus } from './plugin.js';

/** Version 1.0.0. It reads neither `state` and `activeAt` of Prometheus' alert list, nor the severity `ticket`. */
export const prometheusV1_0: Plugin = {
  ...prometheus,
  version: '1.0.0',
  samples: prometheus.samples.slice(0, 9),
  parse: createParser(PROMETHEUS_1_0),
};
