import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { findLegacy, parseLegacy } from './legacy-alert.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { findUnified, parseUnified, parseUnified2_0 } from './unified-alert.js';

/** Grafana's unified alerting, and the legacy alerting before it. */
export const grafanaV2: Plugin = {
  plugin_id: 'grafana',
  version: '2.1.0',
  name: 'Grafana',
  provider: 'grafana',
  docs: loadGuide('systems/grafana'),
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: [...loadSamples('systems/grafana'), ...loadSamples('systems/grafana', 'legacy-samples')],
  recognises: recogniseAny(
    recogniseBy('alerts[0].labels', 'alerts[0].status', 'receiver', 'orgId', 'state'),
    recogniseBy('alerts[0].labels', 'alerts[0].status', 'receiver', 'alerts[0].silenceURL'),
    recogniseBy('ruleName', 'evalMatches', 'state'),
    recogniseBy('ruleName', ['state', /^(?:alerting|ok|no_data|paused|pending)$/], 'title'),
    recogniseBy('ruleName', 'ruleId', 'state'),
    recogniseBy('ruleUrl', 'ruleId', 'state'),
  ),
  parse: (delivery, options) =>
    findUnified(delivery.body) === undefined && findLegacy(delivery.body) !== undefined
      ? parseLegacy(delivery, options)
      : parseUnified(delivery, options),
};

/** Version 2.0.0. It parses `DatasourceError` without the rule whose query failed. */
export const grafanaV2_0: Plugin = {
  ...grafanaV2,
  version: '2.0.0',
  samples: [
    ...loadSamples('systems/grafana').slice(0, 4),
    ...loadSamples('systems/grafana', 'legacy-samples'),
  ],
  parse: (delivery, options) =>
    findUnified(delivery.body) === undefined && findLegacy(delivery.body) !== undefined
      ? parseLegacy(delivery, options)
      : parseUnified2_0(delivery, options),
};
