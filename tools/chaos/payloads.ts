import { createHash } from 'node:crypto';

export type SenderName = 'Alertmanager' | 'SNS' | 'Azure' | 'Datadog' | 'Grafana' | 'Icinga';

/** One state of one alarm of the run: number `n` fires, and perhaps it ends. */
export interface Alarm {
  readonly n: number;
  readonly resolved: boolean;
  /** Somebody acknowledged it, or does no longer. */
  readonly acknowledged?: boolean;
  /** Of this state, as its sender says it. */
  readonly at: Date;
}

export interface Sender {
  readonly plugin_id: string;
  readonly content_type: string;
  readonly body: (alarm: Alarm) => unknown;
  /** Whether it tells of acknowledgements. */
  readonly acknowledges?: true;
  /** Whether it sends again after such an answer; `undefined` is none at all. */
  readonly resends: (status: number | undefined) => boolean;
}

/** By this the alarms are found again in what was stored. */
const nameOf = (n: number) => `chaos-${n}-`;

function unified({ n, resolved, at }: Alarm) {
  const status = resolved ? 'resolved' : 'firing';
  // What matters less waits while a quota is low.
  const severity = n % 2 === 0 ? 'critical' : 'warning';
  const labels = { alertname: 'Chaos', instance: nameOf(n), severity };
  const alert = {
    status,
    labels,
    annotations: { summary: `Alarm ${nameOf(n)}` },
    startsAt: at.toISOString(),
    endsAt: resolved ? at.toISOString() : '0001-01-01T00:00:00Z',
    generatorURL: 'http://localhost/graph',
    fingerprint: createHash('sha256').update(nameOf(n)).digest('hex').slice(0, 16),
  };
  return {
    version: '4',
    groupKey: `{}:{instance="${nameOf(n)}"}`,
    status,
    receiver: 'tocsin',
    alerts: [alert],
    groupLabels: labels,
    commonLabels: labels,
    commonAnnotations: {},
    externalURL: 'http://localhost',
  };
}

const on5xx = (status: number | undefined) => status === undefined || status >= 500;

/** What they post, and after which answers they post it again. */
export const SENDERS: Readonly<Record<SenderName, Sender>> = {
  Alertmanager: {
    plugin_id: 'prometheus',
    content_type: 'application/json',
    body: unified,
    resends: on5xx,
  },
  SNS: {
    plugin_id: 'aws-sns',
    content_type: 'text/plain; charset=UTF-8',
    body: ({ n, resolved, at }) => ({
      Type: 'Notification',
      MessageId: crypto.randomUUID(),
      TopicArn: 'arn:aws:sns:eu-central-1:111122223333:alarms',
      Message: JSON.stringify({
        AlarmName: nameOf(n),
        AWSAccountId: '111122223333',
        Region: 'EU (Frankfurt)',
        AlarmArn: `arn:aws:cloudwatch:eu-central-1:111122223333:alarm:${nameOf(n)}`,
        NewStateValue: resolved ? 'OK' : 'ALARM',
        OldStateValue: resolved ? 'ALARM' : 'OK',
        StateChangeTime: at.toISOString().replace('Z', '+0000'),
      }),
      Timestamp: at.toISOString(),
      SignatureVersion: '1',
    }),
    resends: on5xx,
  },
  Azure: {
    plugin_id: 'azure-monitor',
    content_type: 'application/json',
    body: ({ n, resolved, at }) => ({
      schemaId: 'azureMonitorCommonAlertSchema',
      data: {
        essentials: {
          alertId: `/subscriptions/s/providers/Microsoft.AlertsManagement/alerts/${nameOf(n)}`,
          alertRule: nameOf(n),
          severity: 'Sev1',
          monitorCondition: resolved ? 'Resolved' : 'Fired',
          firedDateTime: at.toISOString(),
          ...(resolved ? { resolvedDateTime: at.toISOString() } : {}),
        },
        alertContext: { properties: null },
      },
    }),
    // Also too many requests and time-outs, but no other failure of a server.
    resends: (status) => status === undefined || [408, 429, 503, 504].includes(status),
  },
  Datadog: {
    plugin_id: 'datadog',
    content_type: 'application/json',
    body: ({ n, resolved, at }) => ({
      aggreg_key: nameOf(n),
      alert_transition: resolved ? 'Recovered' : 'Triggered',
      alert_type: resolved ? 'success' : 'error',
      title: nameOf(n),
      date: String(at.getTime()),
      link: 'https://app.datadoghq.com/event/event?id=1',
    }),
    resends: on5xx,
  },
  Grafana: {
    plugin_id: 'grafana',
    content_type: 'application/json',
    body: unified,
    resends: () => false,
  },
  Icinga: {
    plugin_id: 'icinga',
    content_type: 'application/json',
    body: ({ n, resolved, acknowledged, at }) => ({
      source: 'icinga2',
      host_name: nameOf(n),
      host_state: resolved ? 'UP' : 'DOWN',
      timestamp: at.getTime() / 1000,
      ...(acknowledged === undefined
        ? { notification_type: resolved ? 'RECOVERY' : 'PROBLEM' }
        : { notification_type: acknowledged ? 'ACKNOWLEDGEMENT' : 'AcknowledgementCleared', author: 'ann' }),
    }),
    acknowledges: true,
    resends: on5xx,
  },
};
