import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { KIBANA } from './kibana-rule.js';
import { WATCHER } from './watch.js';

/** Elastic: rules of Kibana and watches. */
export const elastic: Plugin = {
  plugin_id: 'elastic',
  version: '1.1.0',
  name: 'Elastic (Kibana and Watcher)',
  provider: 'elastic',
  docs: loadGuide('systems/elastic'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/elastic'),
  recognises: recogniseAny(
    recogniseBy('rule.id', 'alert.actionGroup'),
    recogniseBy('rule.id', 'rule.name', 'alert.id'),
    recogniseBy('ruleId', 'alertInstanceId'),
    recogniseBy('rule_id', 'alert_action_group'),
    recogniseBy('rule_id', 'alert_id', 'alert_status'),
    recogniseBy('watch_id', 'ctx'),
    recogniseBy('ctx.watch_id', 'ctx.payload'),
    recogniseBy('watch_id', 'metadata'),
    recogniseBy('rule_name', 'alert_id', 'action_group'),
    recogniseBy(['kibana.alert.rule.uuid', /./]),
    recogniseBy(['["kibana.alert.rule.uuid"]', /./], '["kibana.alert.rule.name"]'),
    recogniseBy(['["kibana.alert.uuid"]', /./], '["kibana.alert.status"]'),
    recogniseBy('webhook_body.alert_info', 'webhook_body.rule_info', 'webhook_body.context_info'),
    recogniseBy('alertId', 'alertName', 'alertInstanceId'),
    recogniseBy('watch_id', 'payload'),
    recogniseBy('kibanaBaseUrl'),
    recogniseBy('alerts.new.data', 'alerts.recovered.data'),
  ),
  parse: createMultiFormatParser(KIBANA, WATCHER),
};
