import type { OpenAPIObject } from '@nestjs/swagger';
import { listOperations } from './schema-refs.js';

/** The documentation is public or needs a key, depending on DOCS_ACCESS. */
const DOCS_SECURITY: Record<string, string[]>[] = [{}, { bearer: [] }, { basic: [] }];

/** Singular and plural of the record of a tag, if they cannot be derived from its name. */
const NOUNS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  'API key': ['ApiKey', 'ApiKeys'],
  'On call': ['OnCall', 'OnCalls'],
  Delivery: ['Delivery', 'Deliveries'],
  'Slack app': ['SlackApp', 'SlackApps'],
  Quarantine: ['QuarantinedDelivery', 'QuarantinedDeliveries'],
};

const PLURAL_VERBS = new Set(['list', 'search', 'stat', 'follow']);

/** The ids of operations for which verb and record do not make a good name. */
const OPERATION_IDS: Readonly<Record<string, string>> = {
  'API key.getCaller': 'getCaller',
  'Session.get': 'getCurrentSession',
  'Session.signOut': 'signOut',
  'Session.switchDomain': 'switchDomain',
  'Session.issueSignInToken': 'issueSignInToken',
  'Session.readSignInToken': 'readSignInToken',
  'Session.methods': 'getSignInMethods',
  'Session.begin': 'beginSignIn',
  'Subscription.previewSubscription': 'previewSubscription',
  'Subscription.previewPlan': 'previewPlan',
  'Subscription.rotateInbound': 'rotateSubscriptionInbound',
  'Subscription.deleteInbound': 'deleteSubscriptionInbound',
  'Subscription.takeInbound': 'takeInboundWebhook',
  'Silence.previewSilence': 'previewSilence',
  'Inhibition.previewInhibition': 'previewInhibition',
  'Escalation.previewEscalation': 'previewEscalation',
  'On call.at': 'getOnCallAt',
  'On call.shifts': 'getOnCallShifts',
  'Webhook.updatePlugin': 'updateWebhookPlugin',
  'Webhook.verifyPlugin': 'verifyWebhookPlugin',
  'Webhook.rotate': 'rotateWebhookAccessKey',
  'Webhook.getReplay': 'getReplay',
  'Webhook.cancelReplay': 'cancelReplay',
  'Plugin.previewAtWebhook': 'previewWebhookPlugin',
  'Plugin.compare': 'compareWebhookPlugin',
  'Quota.consumeProtocol': 'consumeProtocolQuota',
  'Quota.release': 'releaseQuotaConsumption',
  'Quota.releaseProtocol': 'releaseProtocolConsumption',
  'Quota.usage': 'getQuotaUsage',
  'Quota.statUsages': 'statQuotaUsages',
  'Notification.resendAll': 'resendNotifications',
  'Notification.getLedger': 'getNotificationLedger',
  'Notification.getResend': 'getResend',
  'Notification.cancelResend': 'cancelResend',
  'Alert.acknowledgeAll': 'acknowledgeAlerts',
  'Alert.getTellings': 'getAlertTellings',
  'Alert.getTimeline': 'getAlertTimeline',
  'Alert.previewTelling': 'previewAlertTelling',
  'Alert.resolveAll': 'resolveAlerts',
  'Alert.addNote': 'addAlertNote',
  'Alert.listNotes': 'listAlertNotes',
  'Alert.deleteNote': 'deleteAlertNote',
  'Event.issueStreamToken': 'issueStreamToken',
  'Health.live': 'checkLiveness',
  'Health.ready': 'checkReadiness',
  'Document.json': 'getDocumentAsJson',
  'Document.yaml': 'getDocumentAsYaml',
};

/** Names each operation by its verb and record, like `createEvent`, and marks operations that need no key. */
export function nameOperations(document: OpenAPIObject): OpenAPIObject {
  for (const operation of listOperations(document)) {
    const tag = operation.tags?.[0] ?? '';
    operation.operationId = createOperationId(tag, operation.operationId?.split('_').at(-1) ?? '');
    operation.security = tag === 'Document' ? DOCS_SECURITY : (operation.security ?? []);
  }
  return document;
}

function createOperationId(tag: string, verb: string): string {
  const words = tag.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [singular, plural] = NOUNS[tag] ?? [words, `${words}s`];
  return OPERATION_IDS[`${tag}.${verb}`] ?? `${verb}${PLURAL_VERBS.has(verb) ? plural : singular}`;
}

/** The resources in the order of their use: from webhooks to their events and alerts, then those that are set up once. */
export const TAGS = [
  { name: 'Webhook', description: 'Addresses that receive deliveries of a monitoring system.' },
  { name: 'Event', description: 'Alarms of all monitoring systems in one schema.' },
  { name: 'Alert', description: 'The events of one problem, from its first alarm to its recovery.' },
  {
    name: 'Heartbeat',
    description:
      'Sources that are expected to send pings regularly. An alert opens when a ping does not arrive in time.',
  },
  { name: 'Delivery', description: 'Posted requests and their outcomes.' },
  { name: 'Quarantine', description: 'Deliveries that could not be parsed, with body and reason.' },
  { name: 'Plugin', description: 'Parsers for the deliveries of the supported monitoring systems.' },
  { name: 'API key', description: 'Credentials of users inside a domain.' },
  { name: 'Session', description: 'Sessions of signed-in browsers.' },
  { name: 'Quota', description: 'Limits on the use of protocols in a domain.' },
  { name: 'Protocol', description: 'The ways to send notifications.' },
  {
    name: 'Subscription',
    description: 'Which changes of alerts are sent, and to which protocol and address.',
  },
  { name: 'Notification', description: 'Messages to subscriptions, with their states and attempts.' },
  { name: 'Silence', description: 'Periods during which no notifications are sent for matching alerts.' },
  { name: 'Inhibition', description: 'Which alerts are not told of while another one explains them.' },
  { name: 'Escalation', description: 'Whom steps tell while nobody reacts to an alert.' },
  { name: 'On call', description: 'Schedules that say who is on call: rotations, or calendars.' },
  { name: 'Slack app', description: 'Apps of Slack workspaces, whose buttons act on alerts.' },
  { name: 'Endpoint', description: 'The services of this installation.' },
  { name: 'Ledger', description: 'Counts of accepted deliveries and their outcomes.' },
  { name: 'Audit log', description: 'Changes of records, with their authors.' },
  { name: 'Document', description: 'This document in machine-readable form.' },
  { name: 'Health', description: 'Health checks for load balancers.' },
] as const;
