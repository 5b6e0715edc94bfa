import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { COMMON_ALERT } from './common-alert.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { preflight } from '../../vocabulary/preflight.js';
import { answer, parseNotice, recogniseNotice } from './event-grid.js';
import { EVENT_GRID_EVENT } from './event-grid-event.js';
import { ACTIVITY_LOG_ALERT, BUDGET_ALERT, CLASSIC_ALERT, LOG_ALERT } from './older-alerts.js';

/** The schemas before the common one, and the events of Event Grid. */
export const OTHER_FORMATS = [ACTIVITY_LOG_ALERT, CLASSIC_ALERT, LOG_ALERT, BUDGET_ALERT, EVENT_GRID_EVENT];
const parseAlert = createMultiFormatParser(COMMON_ALERT, ...OTHER_FORMATS);

/** Action groups of Azure Monitor: the common alert schema and the schemas before it. */
export const azureMonitor: Plugin = {
  plugin_id: 'azure-monitor',
  version: '1.1.0',
  name: 'Azure Monitor',
  provider: 'azure',
  docs: loadGuide('systems/azure-monitor'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/azure-monitor'),
  recognises: recogniseAny(
    recogniseBy('data.essentials.monitorCondition', 'data.essentials.alertId', 'schemaId'),
    recogniseBy('data.essentials', ['schemaId', /^azureMonitor/]),
    recogniseBy('data.context', ['schemaId', /^(?:AzureMonitor|Microsoft)/i]),
    recogniseBy('context.resourceId', 'context.subscriptionId', 'status'),
    recogniseBy('data.context.activityLog', 'schemaId'),
    recogniseBy(['schemaId', /budget/i], 'data.BudgetName'),
    recogniseBy('data.SearchQuery', 'data.AlertRuleName'),
    recogniseBy('SearchQuery', 'AlertRuleName', 'SubscriptionId'),
    recogniseBy('SearchQuery', 'AlertRuleName'),
    recogniseBy(['schemaId', /^Microsoft\.Insights/], 'data'),
    recogniseBy(['$[0].eventType', /^Microsoft\./], '$[0].topic', '$[0].data'),
    recogniseBy('WebhookName', 'RequestBody'),
    recogniseNotice,
  ),
  parse: (delivery, options) => parseNotice(delivery.body) ?? parseAlert(delivery, options),
  answer,
  preflight,
};
