import type { Plugin } from '../domain/plugin.js';
import { direct } from './direct/direct.plugin.js';
import { grafanaV1 } from './grafana/grafana-v1.plugin.js';
import { grafanaV2 } from './grafana/grafana-v2.plugin.js';
import { prometheus } from './prometheus/prometheus.plugin.js';

/** The plugins every installation has. A released version stays here beside its successors. */
export const BUILT_IN_PLUGINS: readonly Plugin[] = [direct, grafanaV1, grafanaV2, prometheus];
