import { createHash } from 'node:crypto';

/** The domain of the numbered alarms. */
export const DOMAIN = 'chaos';

export type SenderName = 'Alertmanager' | 'SNS' | 'Azure' | 'Datadog' | 'Grafana' | 'Icinga';

/** One state of one alarm of the run: alarm `n` is firing or resolved. */
export interface Alarm {
  readonly n: number;
  readonly resolved: boolean;
  /** Whether somebody acknowledged it, or withdrew the acknowledgement. */
  readonly acknowledged?: boolean;
  /** The time of this state according to the sender. */
  readonly at: Date;
}

export interface Sender {
  readonly plugin_id: string;
  readonly content_type: string;
  readonly body: (alarm: Alarm) => unknown;
  /** Whether the sender posts acknowledgements. */
  readonly acknowledges?: true;
  /** Whether the sender retries after this status; `undefined` means no response. */
  readonly retriesAfter: (status: number | undefined) => boolean;
}

/** The name by which alarms are found in the stored events. */
const alarmName = (n: number) => `chaos-${n}-`;

function alertmanagerBody({ n, resolved, at }: Alarm) {
  const status = resolved ? 'resolved' : 'firing';
  // Both severities, because warnings wait while a quota is nearly used up.
  const severity = n % 2 === 0 ? 'critical' : 'warning';
  const labels = { alertname: 'Chaos', instance: alarmName(n), severity };
  const alert = {
    status,
    labels,
    annotations: { summary: `Alarm ${alarmName(n)}` },
    startsAt: at.toISOString(),
    endsAt: resolved ? at.toISOString() : '0001-01-01T00:00:00Z',
    generatorURL: 'http://localhost/graph',
    fingerprint: createHash('sha256').update(alarmName(n)).digest('hex').slice(0, 16),
  };
  return {
    version: '4',
    groupKey: `{}:{instance="${alarmName(n)}"}`,
    status,
    receiver: 'tocsin',
    alerts: [alert],
    groupLabels: labels,
    commonLabels: labels,
    commonAnnotations: {},
    externalURL: 'http://localhost',
  };
}

const isServerError = (status: number | undefined) => status === undefined || status >= 500;

/** The senders: what they post, and which statuses they retry. */
export const SENDERS: Readonly<Record<SenderName, Sender>> = {
  Alertmanager: {
    plugin_id: 'prometheus',
    content_type: 'application/json',
    body: alertmanagerBody,
    retriesAfter: isServerError,
  },
  SNS: {
    plugin_id: 'aws-sns',
    content_type: 'text/plain; charset=UTF-8',
    body: ({ n, resolved, at }) => ({
      Type: 'Notification',
      MessageId: crypto.randomUUID(),
      TopicArn: 'arn:aws:sns:eu-central-1:111122223333:alarms',
      Message: JSON.stringify({
        AlarmName: alarmName(n),
        AWSAccountId: '111122223333',
        Region: 'EU (Frankfurt)',
        AlarmArn: `arn:aws:cloudwatch:eu-central-1:111122223333:alarm:${alarmName(n)}`,
        NewStateValue: resolved ? 'OK' : 'ALARM',
        OldStateValue: resolved ? 'ALARM' : 'OK',
        StateChangeTime: at.toISOString().replace('Z', '+0000'),
      }),
      Timestamp: at.toISOString(),
      SignatureVersion: '1',
    }),
    retriesAfter: isServerError,
  },
  Azure: {
    plugin_id: 'azure-monitor',
    content_type: 'application/json',
    body: ({ n, resolved, at }) => ({
      schemaId: 'azureMonitorCommonAlertSchema',
      data: {
        essentials: {
          alertId: `/subscriptions/s/providers/Microsoft.AlertsManagement/alerts/${alarmName(n)}`,
          alertRule: alarmName(n),
          severity: 'Sev1',
          monitorCondition: resolved ? 'Resolved' : 'Fired',
          firedDateTime: at.toISOString(),
          ...(resolved ? { resolvedDateTime: at.toISOString() } : {}),
        },
        alertContext: { properties: null },
      },
    }),
    // Retries 429 and time-outs, but no other server errors.
    retriesAfter: (status) => status === undefined || [408, 429, 503, 504].includes(status),
  },
  Datadog: {
    plugin_id: 'datadog',
    content_type: 'application/json',
    body: ({ n, resolved, at }) => ({
      aggreg_key: alarmName(n),
      alert_transition: resolved ? 'Recovered' : 'Triggered',
      alert_type: resolved ? 'success' : 'error',
      title: alarmName(n),
      date: String(at.getTime()),
      link: 'https://app.datadoghq.com/event/event?id=1',
    }),
    retriesAfter: isServerError,
  },
  Grafana: {
    plugin_id: 'grafana',
    content_type: 'application/json',
    body: alertmanagerBody,
    retriesAfter: () => false,
  },
  Icinga: {
    plugin_id: 'icinga',
    content_type: 'application/json',
    body: ({ n, resolved, acknowledged, at }) => ({
      source: 'icinga2',
      host_name: alarmName(n),
      host_state: resolved ? 'UP' : 'DOWN',
      timestamp: at.getTime() / 1000,
      ...(acknowledged === undefined
        ? { notification_type: resolved ? 'RECOVERY' : 'PROBLEM' }
        : { notification_type: acknowledged ? 'ACKNOWLEDGEMENT' : 'AcknowledgementCleared', author: 'ann' }),
    }),
    acknowledges: true,
    retriesAfter: isServerError,
  },
};
