import type { Plugin } from '../../plugin-api/plugin.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { PROMETHEUS_1_0, prometheus } from './plugin.js';

/** Read neither `state` and `activeAt`, as Prometheus lists its alerts, nor the severity `ticket`. */
export const prometheusV1_0: Plugin = {
  ...prometheus,
  version: '1.0.0',
  samples: prometheus.samples.slice(0, 9),
  parse: alarmsOf(PROMETHEUS_1_0),
};
