import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { formatsOf } from '../../vocabulary/formats.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { COMMON_ALERT } from './common-alert.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { preflight } from '../../vocabulary/preflight.js';
import { answer, readNotice, recognisesNotice } from './event-grid.js';
import { EVENT_GRID_EVENT } from './event-grid-event.js';
import { ACTIVITY_LOG_ALERT, BUDGET_ALERT, CLASSIC_ALERT, LOG_ALERT } from './older-alerts.js';

/** The schemas before the common one, and the events of Event Grid. */
export const OTHER_FORMATS = [ACTIVITY_LOG_ALERT, CLASSIC_ALERT, LOG_ALERT, BUDGET_ALERT, EVENT_GRID_EVENT];
const parseAlert = formatsOf(COMMON_ALERT, ...OTHER_FORMATS);

/** Action groups of Azure Monitor: the common alert schema and the schemas before it. */
export const azureMonitor: Plugin = {
  plugin_id: 'azure-monitor',
  version: '1.1.0',
  name: 'Azure Monitor',
  provider: 'azure',
  docs: guideOf('systems/azure-monitor'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/azure-monitor'),
  recognises: anyShape(
    shaped('data.essentials.monitorCondition', 'data.essentials.alertId', 'schemaId'),
    shaped('data.essentials', ['schemaId', /^azureMonitor/]),
    shaped('data.context', ['schemaId', /^(?:AzureMonitor|Microsoft)/i]),
    shaped('context.resourceId', 'context.subscriptionId', 'status'),
    shaped('data.context.activityLog', 'schemaId'),
    shaped(['schemaId', /budget/i], 'data.BudgetName'),
    shaped('data.SearchQuery', 'data.AlertRuleName'),
    shaped('SearchQuery', 'AlertRuleName', 'SubscriptionId'),
    shaped('SearchQuery', 'AlertRuleName'),
    shaped(['schemaId', /^Microsoft\.Insights/], 'data'),
    shaped(['$[0].eventType', /^Microsoft\./], '$[0].topic', '$[0].data'),
    shaped('WebhookName', 'RequestBody'),
    recognisesNotice,
  ),
  parse: (delivery, options) => readNotice(delivery.body) ?? parseAlert(delivery, options),
  answer,
  preflight,
};
