import type { Plugin } from '../../plugin-api/plugin.js';
import { LEGACY_GUIDE } from './guide.js';
import { parseLegacy } from './legacy-alert.js';
import { LEGACY_SAMPLES } from './samples.js';
import { findUnified } from './unified-alert.js';

const UNIFIED = "this is a body of Grafana's unified alerting, which version 2.x of plugin grafana reads";

/** Grafana's legacy alerting alone. */
export const grafanaV1: Plugin = {
  plugin_id: 'grafana',
  version: '1.0.0',
  name: 'Grafana',
  provider: 'grafana',
  docs: LEGACY_GUIDE,
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: LEGACY_SAMPLES,
  parse: (delivery, options) =>
    findUnified(delivery.body) === undefined
      ? parseLegacy(delivery, options)
      : [{ outcome: 'ERROR', pointer: '', reason: UNIFIED }],
};
