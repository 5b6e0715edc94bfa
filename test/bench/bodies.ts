import { randomBytes } from 'node:crypto';
import { UNIQUE_PLACEHOLDER } from './request-template.js';

type Rule = readonly [
  alertname: string,
  severity: string,
  job: string,
  labels: Readonly<Record<string, string>>,
  description: string,
];

const RULES: readonly Rule[] = [
  [
    'HostOutOfDiskSpace',
    'critical',
    'node',
    { device: '/dev/nvme0n1p1' },
    'The disk is almost full (< 10% left)',
  ],
  ['HostOutOfMemory', 'warning', 'node', {}, 'Node memory is filling up (< 10% left), VALUE = 4.2'],
  ['HostHighCpuLoad', 'warning', 'node', { mode: 'user' }, 'CPU load is above 80% for ten minutes'],
  ['HostOomKillDetected', 'critical', 'node', {}, 'An out of memory kill was detected'],
  ['PostgresqlDown', 'critical', 'postgres', { server: 'db-7:5432' }, 'PostgreSQL does not answer'],
  ['PostgresqlTooManyConnections', 'warning', 'postgres', { datname: 'orders' }, 'More than 80% are in use'],
  [
    'PostgresqlReplicationLag',
    'warning',
    'postgres',
    { slot: 'replica_2' },
    'Replication lag is above 30 seconds',
  ],
  [
    'KubernetesPodCrashLooping',
    'critical',
    'kube-state-metrics',
    { namespace: 'shop', pod: 'cart-6f7c9' },
    'It has restarted five times in ten minutes',
  ],
  [
    'KubernetesNodeNotReady',
    'critical',
    'kube-state-metrics',
    { node: 'worker-12' },
    'It has not been ready for ten minutes',
  ],
  ['BlackboxProbeFailed', 'critical', 'blackbox', { target: 'https://shop.example.com' }, 'The probe failed'],
  [
    'BlackboxSslCertificateWillExpireSoon',
    'info',
    'blackbox',
    { target: 'https://shop.example.com' },
    'The certificate expires in 20 days',
  ],
  ['HighErrorRate', 'warning', 'ingress', { service: 'checkout', code: '502' }, '7% of all requests fail'],
];

interface FiringAlarm {
  readonly fingerprint: string;
  readonly startsAt: string;
}

/** Returns a body as Alertmanager posts it, with this number of new alarms. */
export function alertmanagerBody(alarms: number, startsAt: string): string {
  return bodyOf(Array.from({ length: alarms }, () => alert({ fingerprint: newFingerprint(), startsAt })));
}

/** Returns one body per rule, with one alarm each. By default the fingerprint is a placeholder, filled in for each request. */
export function alertmanagerBodies(fingerprint = (): string => UNIQUE_PLACEHOLDER): string[] {
  const startsAt = new Date().toISOString();
  return RULES.map((rule) => bodyOf([alert({ fingerprint: fingerprint(), startsAt }, rule)]));
}

const MAX_FIRING = 20_000;

/** Generates alarms as a large installation sends them: most are new, a fifth are recoveries, a tenth are repeats. */
export class AlarmSequence {
  private readonly firingAlarms: FiringAlarm[] = [];

  nextBody(alarms: number): string {
    return bodyOf(Array.from({ length: alarms }, () => this.nextAlarm()));
  }

  private nextAlarm(): Alert {
    const dice = Math.random();
    const now = new Date().toISOString();
    if (dice < 0.2 && this.firingAlarms.length > 0)
      return { ...alert(this.removeRandom()), status: 'resolved', endsAt: now };
    const last = this.firingAlarms.at(-1);
    if (dice < 0.3 && last !== undefined) return alert(last);
    const firing = { fingerprint: newFingerprint(), startsAt: now };
    if (this.firingAlarms.length >= MAX_FIRING) this.removeRandom();
    this.firingAlarms.push(firing);
    return alert(firing);
  }

  /** Removes a random open alarm; the last one takes its place. */
  private removeRandom(): FiringAlarm {
    const at = Math.floor(Math.random() * this.firingAlarms.length);
    const [removed, last] = [this.firingAlarms[at], this.firingAlarms.pop()];
    if (removed === undefined || last === undefined) throw new Error('nothing fires');
    if (at < this.firingAlarms.length) this.firingAlarms[at] = last;
    return removed;
  }
}

export function newFingerprint(): string {
  return randomBytes(8).toString('hex');
}

interface Alert extends Readonly<Record<string, unknown>> {
  readonly labels: Readonly<Record<string, string>>;
}

function alert({ fingerprint, startsAt }: FiringAlarm, rule = ruleOf(fingerprint)): Alert {
  const [alertname, severity, job, labels, description] = rule;
  const instance = `node-${fingerprint}:9100`;
  return {
    status: 'firing',
    labels: {
      alertname,
      cluster: 'prod-eu-1',
      ...labels,
      instance,
      job,
      severity,
    },
    annotations: { summary: `${alertname} (instance ${instance})`, description },
    startsAt,
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: `http://prometheus.example.com/graph?g0.expr=ALERTS%7Balertname%3D%22${alertname}%22%7D&g0.tab=1`,
    fingerprint,
  };
}

/** Derives the rule from the fingerprint, so that firing and recovery of an alarm have the same one. */
function ruleOf(fingerprint: string): Rule {
  return RULES[Number.parseInt(fingerprint.slice(0, 4), 16) % RULES.length] as Rule;
}

function bodyOf(alerts: readonly Alert[]): string {
  const [{ labels: { alertname, cluster, job } = {} } = {}] = alerts;
  return JSON.stringify({
    receiver: 'tocsin',
    status: 'firing',
    alerts,
    groupLabels: { alertname },
    commonLabels: { alertname, cluster, job },
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example.com',
    version: '4',
    groupKey: `{}:{alertname="${alertname}"}`,
    truncatedAlerts: 0,
  });
}
