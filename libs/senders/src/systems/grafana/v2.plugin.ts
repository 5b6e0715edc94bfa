import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { findLegacy, parseLegacy } from './legacy-alert.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { findUnified, parseUnified, parseUnified2_0 } from './unified-alert.js';

/** Grafana's unified alerting, and the legacy alerting before it. */
export const grafanaV2: Plugin = {
  plugin_id: 'grafana',
  version: '2.1.0',
  name: 'Grafana',
  provider: 'grafana',
  docs: guideOf('systems/grafana'),
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: [...samplesOf('systems/grafana'), ...samplesOf('systems/grafana', 'legacy-samples')],
  recognises: anyShape(
    shaped('alerts[0].labels', 'alerts[0].status', 'receiver', 'orgId', 'state'),
    shaped('alerts[0].labels', 'alerts[0].status', 'receiver', 'alerts[0].silenceURL'),
    shaped('ruleName', 'evalMatches', 'state'),
    shaped('ruleName', ['state', /^(?:alerting|ok|no_data|paused|pending)$/], 'title'),
    shaped('ruleName', 'ruleId', 'state'),
    shaped('ruleUrl', 'ruleId', 'state'),
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
  samples: [...samplesOf('systems/grafana').slice(0, 4), ...samplesOf('systems/grafana', 'legacy-samples')],
  parse: (delivery, options) =>
    findUnified(delivery.body) === undefined && findLegacy(delivery.body) !== undefined
      ? parseLegacy(delivery, options)
      : parseUnified2_0(delivery, options),
};
