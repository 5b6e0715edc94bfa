import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const SUBSCRIPTION = '0a1b2c3d-0000-4000-8000-000000000001';
const VM = `/subscriptions/${SUBSCRIPTION}/resourcegroups/shop/providers/microsoft.compute/virtualmachines/web-1`;
const ALERT = `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.AlertsManagement/alerts/5f2c0d6e`;
const RULE = `/subscriptions/${SUBSCRIPTION}/resourceGroups/shop/providers/microsoft.insights/metricAlerts/cpu`;

const essentials = {
  alertId: ALERT,
  alertRule: 'CPU of the shop',
  severity: 'Sev1',
  signalType: 'Metric',
  monitorCondition: 'Fired',
  monitoringService: 'Platform',
  alertTargetIDs: [VM],
  configurationItems: ['web-1'],
  originAlertId: `${SUBSCRIPTION}_shop_microsoft.insights_metricAlerts_cpu_1`,
  firedDateTime: '2025-03-04T10:15:00.1234567Z',
  description: 'More than 90 % for five minutes',
  essentialsVersion: '1.0',
};
const common = (changed: object): string =>
  asText({
    schemaId: 'azureMonitorCommonAlertSchema',
    data: { essentials: { ...essentials, ...changed }, alertContext: { properties: null } },
  });
const classic = {
  timestamp: '2025-03-04T10:15:00.1234567Z',
  id: RULE,
  name: 'CPU of the shop',
  description: '',
  conditionType: 'SingleResourceMultipleMetricCriteria',
  severity: '2',
  condition: { allOf: [{ metricName: 'Percentage CPU', operator: 'GreaterThan', threshold: '90' }] },
  subscriptionId: SUBSCRIPTION,
  resourceName: 'web-1',
  resourceId: VM,
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing: common alert schema',
    incident: 'common',
    body: common({}),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: ALERT,
          event_type: 'ALERT',
          title: 'CPU of the shop',
          description: 'More than 90 % for five minutes',
          severity: 'ERROR',
          rule: 'CPU of the shop',
          resource: { resource_id: VM, name: 'web-1' },
          account: SUBSCRIPTION,
          occurred_at: new Date('2025-03-04T10:15:00.123Z'),
        },
      },
    ],
  },
  {
    name: 'resolved: common alert schema',
    incident: 'common',
    body: common({ monitorCondition: 'Resolved', resolvedDateTime: '2025-03-04T10:30:00.7654321Z' }),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00.765Z') },
      },
    ],
  },
  {
    name: 'older metric alert, firing',
    incident: 'metric',
    body: asText({
      schemaId: 'AzureMonitorMetricAlert',
      data: { version: '2.0', status: 'Activated', context: classic },
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: `${RULE}|${VM}`,
          event_type: 'ALERT',
          severity: 'WARNING',
          description: 'Percentage CPU GreaterThan 90',
        },
      },
    ],
  },
  {
    name: 'the same before there were schemas, resolved',
    incident: 'metric',
    body: asText({ status: 'Deactivated', context: classic, properties: {} }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY', resource: { name: 'web-1' } } }],
  },
  {
    name: 'Service Health, activity log schema',
    body: asText({
      schemaId: 'Microsoft.Insights/activityLogs',
      data: {
        status: 'Activated',
        context: {
          activityLog: {
            level: 'Warning',
            operationName: 'Microsoft.ServiceHealth/incident/action',
            correlationId: 'c-1',
            eventTimestamp: '2025-03-04T10:15:00Z',
            subscriptionId: SUBSCRIPTION,
            properties: { title: 'Virtual machines in West Europe', trackingId: 'NTTV-9C8', stage: 'Active' },
          },
        },
      },
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_key: 'NTTV-9C8', title: 'Virtual machines in West Europe', severity: 'WARNING' },
      },
    ],
  },
  {
    name: 'older log alert',
    body: asText({
      schemaId: 'Microsoft.Insights/LogAlert',
      data: {
        SubscriptionId: SUBSCRIPTION,
        AlertRuleName: 'Failed logins',
        SearchQuery: 'SigninLogs | where ResultType != 0',
        SearchIntervalEndtimeUtc: '2025-03-04T10:15:00Z',
        Severity: 'Warning',
        AffectedConfigurationItems: ['vm-7'],
      },
    }),
    expect: [{ outcome: 'EVENT', event: { title: 'Failed logins', resource: { name: 'vm-7' } } }],
  },
  { name: 'the body of somebody else', body: '{"hello":"world"}', expect: [{ outcome: 'ERROR' }] },
  posted(
    'a log alert before schemas had a name',
    {
      SubscriptionId: SUBSCRIPTION,
      AlertRuleName: 'Failed logins',
      SearchQuery: 'SigninLogs | where ResultType != 0',
      SearchIntervalEndtimeUtc: '2025-03-04T10:15:00Z',
      Severity: 'Warning',
      WorkspaceId: 'w-1',
    },
    {
      event_type: 'ALERT',
      title: 'Failed logins',
      severity: 'WARNING',
      account: SUBSCRIPTION,
      occurred_at: new Date('2025-03-04T10:15:00.000Z'),
    },
  ),
  posted(
    'a rule of managed Prometheus',
    {
      schemaId: 'azureMonitorCommonAlertSchema',
      data: {
        essentials: {
          alertId: `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.AlertsManagement/alerts/p1`,
          alertRule: 'KubePodCrashLooping',
          severity: 'Sev3',
          signalType: 'Metric',
          monitorCondition: 'Fired',
          monitoringService: 'Prometheus',
          alertTargetIDs: [
            `/subscriptions/${SUBSCRIPTION}/resourcegroups/rg/providers/microsoft.containerservice/managedclusters/aks-1`,
          ],
          firedDateTime: '2025-03-04T10:15:00.0000000Z',
          description: '',
        },
        alertContext: {
          interval: 'PT1M',
          labels: { alertname: 'KubePodCrashLooping', pod: 'checkout-1' },
          annotations: { description: 'Pod shop/checkout-1 restarts again and again' },
        },
      },
    },
    {
      event_type: 'ALERT',
      title: 'KubePodCrashLooping',
      description: 'Pod shop/checkout-1 restarts again and again',
      resource: { name: 'aks-1' },
    },
  ),
  posted(
    'a budget that is spent',
    {
      schemaId: 'azureMonitorCommonAlertSchema',
      data: {
        essentials: {
          monitoringService: 'CostAlerts',
          firedDateTime: '2025-03-04T10:15:00.000Z',
          alertId: `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.CostManagement/alerts/b1`,
          alertRule: null,
          monitorCondition: null,
        },
        alertContext: { AlertCategory: 'budgets', AlertData: { BudgetName: 'shop-monthly' } },
      },
    },
    { event_type: 'ALERT', title: 'shop-monthly', rule: 'shop-monthly', account: SUBSCRIPTION },
  ),
  posted(
    'a log alert without wrapping',
    {
      SubscriptionId: SUBSCRIPTION,
      AlertRuleName: 'Errors of checkout',
      SearchQuery: 'AppExceptions | where AppRoleName == "checkout"',
      SearchIntervalEndtimeUtc: '3/4/2025 10:15:00 AM',
    },
    { event_type: 'ALERT', rule: 'Errors of checkout', occurred_at: new Date('2025-03-04T10:15:00Z') },
  ),
  posted(
    'events of Event Grid',
    ['ResourceWriteFailure', 'ResourceWriteSuccess', 'ResourceActionCancel'].map((what) => ({
      id: what,
      topic: `/subscriptions/${SUBSCRIPTION}`,
      subject: `/subscriptions/${SUBSCRIPTION}/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm-1`,
      eventType: `Microsoft.Resources.${what}`,
      eventTime: '2025-03-04T10:15:00Z',
      data: { operationName: 'Microsoft.Compute/virtualMachines/write' },
      dataVersion: '2',
    })),
    [
      {
        event_type: 'ALERT',
        title: 'Microsoft.Resources.ResourceWriteFailure: vm-1',
        account: SUBSCRIPTION,
        resource: { name: 'vm-1' },
        occurred_at: new Date('2025-03-04T10:15:00Z'),
      },
      { event_type: 'RECOVERY' },
      'IGNORED',
    ],
    { incident: 'written' },
  ),
  posted(
    'an alert that an Automation runbook passes on',
    {
      WebhookName: 'ops',
      RequestBody: JSON.stringify({
        schemaId: 'azureMonitorCommonAlertSchema',
        data: { essentials: { alertId: 'a-9', alertRule: 'CPU', monitorCondition: 'Fired' } },
      }),
      RequestHeader: { 'User-Agent': 'x' },
    },
    { event_key: 'a-9', event_type: 'ALERT', title: 'CPU' },
  ),
  posted(
    'a notice of autoscale',
    {
      version: '1.0',
      status: 'Activated',
      operation: 'Scale Out',
      context: {
        id: '/subscriptions/s-1/autoscalesettings/web',
        name: 'web',
        details: 'From 3 to 4',
        timestamp: '2025-03-04T10:15:00.0000000Z',
      },
    },
    { event_type: 'ALERT', severity: 'INFO', title: 'web', description: 'From 3 to 4' },
  ),
];
