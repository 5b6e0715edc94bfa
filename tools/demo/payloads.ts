import { createHash } from 'node:crypto';
import { SOURCES, type Problem } from './cast.js';

/** A problem that begins, goes on, or has ended. */
export interface Occurrence {
  readonly problem: Problem;
  readonly startedAt: Date;
  readonly endedAt?: Date;
}

/** Returns the body that a source posts for an occurrence. */
export function createBody(occurrence: Occurrence): object {
  const { plugin_id } = SOURCES[occurrence.problem.source];
  if (plugin_id === 'prometheus' || plugin_id === 'grafana') return createGroup(plugin_id, occurrence);
  return CREATE[plugin_id](occurrence);
}

const CREATE = {
  'aws-sns': createCloudWatchAlarm,
  zabbix: createZabbixProblem,
  'uptime-kuma': createMonitorReport,
} as const;

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const runbook = ({ rule }: Problem) => `https://runbooks.example.com/${encodeURIComponent(rule)}`;

function createGroup(plugin: string, { problem, startedAt, endedAt }: Occurrence): object {
  const isGrafana = plugin === 'grafana';
  const externalURL = isGrafana ? 'https://grafana.example.com/' : 'https://alertmanager.example.com';
  const { rule, source, target, severity, team, env } = problem;
  const name = isGrafana || severity === 'critical' ? { service: target } : { instance: target };
  const status = endedAt === undefined ? 'firing' : 'resolved';
  const alert = {
    status,
    labels: { alertname: rule, ...name, severity, team, env, ...SOURCES[source].labels },
    annotations: { summary: problem.title, description: problem.description, runbook_url: runbook(problem) },
    startsAt: startedAt.toISOString(),
    endsAt: endedAt?.toISOString() ?? '0001-01-01T00:00:00Z',
    fingerprint: hash(`${source} ${problem.number}`),
    generatorURL: isGrafana
      ? `${externalURL}alerting/grafana/d${problem.number}/view?orgId=1`
      : `https://prometheus.example.com/graph?g0.expr=${encodeURIComponent(rule)}&g0.tab=1`,
    ...(isGrafana && { dashboardURL: `${externalURL}d/shop?orgId=1` }),
  };
  return {
    ...{ receiver: 'tocsin', version: isGrafana ? '1' : '4', groupKey: '{}:{}', truncatedAlerts: 0 },
    ...{ groupLabels: {}, commonLabels: {}, commonAnnotations: {}, externalURL },
    ...(isGrafana && { orgId: 1, title: '[FIRING] Shop', state: endedAt === undefined ? 'alerting' : 'ok' }),
    status,
    alerts: [alert],
  };
}

const AWS = 'arn:aws:cloudwatch:eu-central-1:111122223333:alarm';

/** As SNS posts it with raw message delivery. */
function createCloudWatchAlarm({ problem, startedAt, endedAt }: Occurrence): object {
  const [state, before] = endedAt === undefined ? ['ALARM', 'OK'] : ['OK', 'ALARM'];
  return {
    ...{ AlarmName: problem.title, AlarmDescription: problem.description, AWSAccountId: '111122223333' },
    ...{ NewStateValue: state, OldStateValue: before, Region: 'EU (Frankfurt)' },
    NewStateReason: 'Threshold Crossed: 1 datapoint was compared with the threshold (80.0).',
    StateChangeTime: (endedAt ?? startedAt).toISOString().replace('Z', '+0000'),
    AlarmArn: `${AWS}:${problem.title}`,
    Trigger: {
      ...{ MetricName: 'CPUUtilization', Namespace: 'AWS/RDS', Statistic: 'AVERAGE' },
      Dimensions: [{ name: 'DBInstanceIdentifier', value: problem.target }],
      ...{ Period: 300, ComparisonOperator: 'GreaterThanThreshold', Threshold: 80 },
    },
  };
}

const toSeconds = (at: Date) => String(Math.floor(at.getTime() / 1000));

function createZabbixProblem({ problem, startedAt, endedAt }: Occurrence): object {
  const { number, title, description, target, team } = problem;
  return {
    ...{ event_id: String(70_000 + number), trigger_id: String(21_000 + number), event_update_status: '0' },
    ...{ trigger_name: problem.rule, event_name: title, title: `Problem: ${title}`, message: description },
    event_severity: problem.severity === 'error' ? 'High' : 'Average',
    event_timestamp: toSeconds(startedAt),
    event_value: endedAt === undefined ? '1' : '0',
    ...(endedAt && { event_recovery_timestamp: toSeconds(endedAt) }),
    ...{ host_name: target, host_id: String(10_400 + number), host_ip: `192.0.2.${number}` },
    event_tags: JSON.stringify([{ tag: 'team', value: team }]),
    trigger_url: runbook(problem),
  };
}

function createMonitorReport({ problem, startedAt, endedAt }: Occurrence): object {
  const { number, target, description } = problem;
  const at = (endedAt ?? startedAt).toISOString();
  const [status, msg] = endedAt === undefined ? [0, description] : [1, '200 - OK'];
  return {
    heartbeat: {
      ...{ monitorID: number, time: at.slice(0, 23).replace('T', ' '), important: true, duration: 60 },
      ...{ status, msg, timezone: 'UTC', timezoneOffset: '+00:00' },
    },
    monitor: {
      ...{
        id: number,
        name: target,
        type: 'http',
        url: `https://${target.toLowerCase().replace(' ', '-')}.example.com`,
      },
      tags: [{ tag_id: 1, monitor_id: number, name: 'team', value: problem.team, color: '#059669' }],
    },
    msg: `[${target}] [${status === 0 ? '🔴 Down' : '✅ Up'}] ${msg}`,
  };
}
