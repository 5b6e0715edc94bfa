import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { parseLegacy } from './legacy-alert.js';
import { findUnified } from './unified-alert.js';

const UNIFIED_ALERTING_REASON =
  "this is a body of Grafana's unified alerting, which version 2.x of plugin grafana reads";

/** Version 1.0.0. It parses only Grafana's legacy alerting. */
export const grafanaV1: Plugin = {
  plugin_id: 'grafana',
  version: '1.0.0',
  name: 'Grafana',
  provider: 'grafana',
  docs: loadGuide('systems/grafana', 'legacy-guide.md'),
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: loadSamples('systems/grafana', 'legacy-samples'),
  parse: (delivery, options) =>
    findUnified(delivery.body) === undefined
      ? parseLegacy(delivery, options)
      : [{ outcome: 'ERROR', pointer: '', reason: UNIFIED_ALERTING_REASON }],
};
