import type { OperationId } from '#client';
import { pick, type Info, type Kind } from '#shared/as-code/kind.js';
import type { Terms } from '#shared/as-code/terms.js';

/** A request that changes a record. */
interface Update {
  readonly operation: OperationId;
  /** The fields of files that it changes. Not set: all but those that a record keeps for ever. */
  readonly fields?: readonly string[];
  /** Whether it needs all its fields. */
  readonly isWhole?: true;
  /** Takes its body out of the body that creates a record. */
  readonly body?: (created: Terms) => Terms;
}

/** The operations of the API for the records of a section. */
interface Operations {
  readonly search: OperationId;
  readonly create: OperationId;
  readonly remove: OperationId;
  /** Requests that change a record, the first of which also marks it. */
  readonly updates: readonly Update[];
  /** The requests that change `enabled`, if no update does. */
  readonly toggle?: { readonly on: OperationId; readonly off: OperationId };
}

const OPERATIONS: Readonly<Record<string, Operations>> = {
  quotas: {
    search: 'searchQuotas',
    create: 'createQuota',
    remove: 'deleteQuota',
    updates: [{ operation: 'updateQuota', isWhole: true, body: (created) => pick(created, 'limit') }],
  },
  silences: {
    search: 'searchSilences',
    create: 'createSilence',
    remove: 'deleteSilence',
    updates: [{ operation: 'updateSilence' }],
  },
  inhibitions: {
    search: 'searchInhibitions',
    create: 'createInhibition',
    remove: 'deleteInhibition',
    updates: [{ operation: 'updateInhibition' }],
  },
  webhooks: {
    search: 'searchWebhooks',
    create: 'createWebhook',
    remove: 'deleteWebhook',
    updates: [
      {
        operation: 'updateWebhook',
        fields: ['tags', 'labels', 'settings'],
        body: (created) => pick(created, 'tags', 'settings'),
      },
      {
        operation: 'updateWebhookPlugin',
        fields: ['version', 'upgrade_mode', 'options'],
        body: ({ plugin_info }) => pick(plugin_info as Info, 'version', 'upgrade_mode', 'options'),
      },
    ],
    toggle: { on: 'enableWebhook', off: 'disableWebhook' },
  },
  heartbeats: {
    search: 'searchHeartbeats',
    create: 'putHeartbeat',
    remove: 'deleteHeartbeat',
    updates: [{ operation: 'putHeartbeat' }],
  },
  subscriptions: {
    search: 'searchSubscriptions',
    create: 'createSubscription',
    remove: 'deleteSubscription',
    updates: [{ operation: 'updateSubscription' }],
    toggle: { on: 'enableSubscription', off: 'disableSubscription' },
  },
  on_call: {
    search: 'searchOnCalls',
    create: 'createOnCall',
    remove: 'deleteOnCall',
    updates: [{ operation: 'updateOnCall' }],
  },
  escalations: {
    search: 'searchEscalations',
    create: 'createEscalation',
    remove: 'deleteEscalation',
    updates: [{ operation: 'updateEscalation' }],
  },
};

export function operationsOf({ section }: Kind): Operations {
  const operations = OPERATIONS[section];
  if (operations === undefined) throw new Error(`${section} has no operations`);
  return operations;
}
