import type { Plugin } from '../domain/plugin.js';
import { awsSns } from './aws-sns/aws-sns.plugin.js';
import { azureMonitor } from './azure-monitor/azure-monitor.plugin.js';
import { betterstack } from './betterstack/betterstack.plugin.js';
import { checkly } from './checkly/checkly.plugin.js';
import { datadog } from './datadog/datadog.plugin.js';
import { direct } from './direct/direct.plugin.js';
import { gatus } from './gatus/gatus.plugin.js';
import { googleMonitoring } from './google-monitoring/google-monitoring.plugin.js';
import { grafanaV1 } from './grafana/grafana-v1.plugin.js';
import { grafanaV2 } from './grafana/grafana-v2.plugin.js';
import { newrelic } from './newrelic/newrelic.plugin.js';
import { ociMonitoring } from './oci-monitoring/oci-monitoring.plugin.js';
import { pingdom } from './pingdom/pingdom.plugin.js';
import { prometheus } from './prometheus/prometheus.plugin.js';
import { site24x7 } from './site24x7/site24x7.plugin.js';
import { statuscake } from './statuscake/statuscake.plugin.js';
import { uptimeKuma } from './uptime-kuma/uptime-kuma.plugin.js';
import { uptimerobot } from './uptimerobot/uptimerobot.plugin.js';

/** The plugins every installation has. A released version stays here beside its successors. */
export const BUILT_IN_PLUGINS: readonly Plugin[] = [
  awsSns,
  azureMonitor,
  betterstack,
  checkly,
  direct,
  gatus,
  googleMonitoring,
  grafanaV1,
  grafanaV2,
  pingdom,
  prometheus,
  site24x7,
  statuscake,
  uptimeKuma,
  uptimerobot,
  ociMonitoring,
  datadog,
  newrelic,
];
