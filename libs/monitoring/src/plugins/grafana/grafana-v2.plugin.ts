import type { Plugin } from '../../domain/plugin.js';
import { GUIDE } from './guide.js';
import { findLegacy, parseLegacy } from './legacy-alert.js';
import { LEGACY_SAMPLES, UNIFIED_SAMPLES } from './samples.js';
import { findUnified, parseUnified } from './unified-alert.js';

/** Grafana's unified alerting, and the legacy alerting before it. */
export const grafanaV2: Plugin = {
  plugin_id: 'grafana',
  version: '2.0.0',
  name: 'Grafana',
  provider: 'grafana',
  docs: GUIDE,
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: [...UNIFIED_SAMPLES, ...LEGACY_SAMPLES],
  parse: (delivery, options) =>
    findUnified(delivery.body) === undefined && findLegacy(delivery.body) !== undefined
      ? parseLegacy(delivery, options)
      : parseUnified(delivery, options),
};
