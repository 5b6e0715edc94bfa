/** What the demonstration is about: a shop, its monitoring systems, and what goes wrong there. */

export const SOURCES = {
  eu: {
    name: 'Alertmanager eu-1',
    plugin_id: 'prometheus',
    labels: { region: 'eu-central-1', cluster: 'eu-1' },
  },
  staging: { name: 'Alertmanager staging', plugin_id: 'prometheus', labels: { cluster: 'staging' } },
  grafana: { name: 'Grafana', plugin_id: 'grafana', labels: { region: 'eu-central-1' } },
  cloudwatch: { name: 'CloudWatch', plugin_id: 'aws-sns', labels: { env: 'prod', team: 'database' } },
  zabbix: { name: 'Zabbix Frankfurt', plugin_id: 'zabbix', labels: { region: 'eu-central-1', env: 'prod' } },
  uptime: { name: 'Uptime Kuma', plugin_id: 'uptime-kuma', labels: { env: 'prod' } },
} as const;
export type SourceName = keyof typeof SOURCES;

export interface Rule {
  readonly source: SourceName;
  readonly rule: string;
  readonly severity: 'critical' | 'error' | 'warning' | 'info';
  readonly team: string;
  readonly env: 'prod' | 'staging';
  /** The names of the hosts or services that it watches. */
  readonly targets: readonly string[];
  /** With `*` in the place of the target. */
  readonly title: string;
  readonly description: string;
  /** How often it fires for each target in a week, and for how many minutes mostly. */
  readonly times: number;
  readonly minutes: number;
}

const eu = { source: 'eu', env: 'prod' } as const;
const staging = { source: 'staging', env: 'staging', team: 'checkout' } as const;
const grafana = { source: 'grafana', env: 'prod' } as const;
const cloudwatch = { source: 'cloudwatch', env: 'prod', team: 'database', severity: 'error' } as const;
const zabbix = { source: 'zabbix', env: 'prod', team: 'network' } as const;
const uptime = { source: 'uptime', env: 'prod', team: 'checkout', severity: 'error' } as const;

const RULES: readonly Rule[] = [
  {
    ...{ ...eu, rule: 'KubeClusterUnreachable', severity: 'critical', team: 'platform', targets: ['eu-1'] },
    title: 'The API server of the cluster * does not answer',
    description: 'No node has reported for 3 minutes.',
    ...{ times: 1, minutes: 14 },
  },
  {
    ...{ ...eu, rule: 'KubeNodeNotReady', severity: 'error', team: 'platform' },
    targets: ['node-1', 'node-2', 'node-3', 'node-4'],
    title: 'The node * is not ready',
    description: 'The kubelet has not reported for 5 minutes; its pods are moved to other nodes.',
    ...{ times: 2, minutes: 12 },
  },
  {
    ...{ ...eu, rule: 'HighErrorRate', severity: 'critical', team: 'checkout' },
    targets: ['checkout', 'cart', 'payments'],
    title: 'More than 5 % of the requests to * fail',
    description: 'Customers see errors. The rate of the last 5 minutes is over 5 %.',
    ...{ times: 3, minutes: 18 },
  },
  {
    ...{ ...eu, rule: 'PodCrashLooping', severity: 'warning', team: 'checkout' },
    targets: ['checkout-7d9f', 'cart-5c4b', 'search-1a2e'],
    title: 'The pod * restarts again and again',
    description: 'More than 3 restarts within 10 minutes.',
    ...{ times: 6, minutes: 25 },
  },
  {
    ...{ ...eu, rule: 'DiskAlmostFull', severity: 'warning', team: 'database' },
    targets: ['db-1', 'db-2', 'db-3'],
    title: 'The disk of * is 91 % full',
    description: 'It will be full in about 6 hours.',
    ...{ times: 4, minutes: 180 },
  },
  {
    ...{ ...eu, rule: 'ReplicationLag', severity: 'error', team: 'database', targets: ['db-2', 'db-3'] },
    title: 'The replica * is 90 seconds behind',
    description: 'Reads from the replica return old data.',
    ...{ times: 9, minutes: 7 },
  },
  {
    ...{ ...eu, rule: 'HighCPU', severity: 'warning', team: 'platform' },
    targets: ['web-1', 'web-2', 'web-3', 'worker-1'],
    title: 'The CPU of * is busy',
    description: 'Over 90 % for 10 minutes.',
    ...{ times: 25, minutes: 4 },
  },
  {
    ...{ ...staging, rule: 'KubeDeploymentReplicasMismatch', severity: 'warning' },
    targets: ['checkout', 'search', 'admin'],
    title: 'The deployment * has fewer pods than it should',
    description: 'The roll-out has stood still for 15 minutes.',
    ...{ times: 12, minutes: 30 },
  },
  {
    ...{
      ...grafana,
      rule: 'Checkout latency',
      severity: 'critical',
      team: 'checkout',
      targets: ['checkout'],
    },
    title: 'The slowest 1 % of * take 4.2 s',
    description: 'The 99th percentile is over 2 s.',
    ...{ times: 5, minutes: 11 },
  },
  {
    ...{ ...grafana, rule: 'Queue is growing', severity: 'error', team: 'payments' },
    targets: ['payments-events', 'mails'],
    title: 'The queue * has grown for 20 minutes',
    description: 'Consumers are slower than producers.',
    ...{ times: 5, minutes: 40 },
  },
  {
    ...{ ...grafana, rule: 'Login failures', severity: 'warning', team: 'identity', targets: ['login'] },
    title: 'Logins to * fail unusually often',
    description: 'Three times as often as at this hour of the last weeks.',
    ...{ times: 10, minutes: 15 },
  },
  {
    ...{ ...cloudwatch, rule: 'rds-cpu-high', targets: ['orders-db', 'users-db'] },
    title: 'rds-cpu-high-*',
    description: 'CPU of the database * above 80 %',
    ...{ times: 6, minutes: 20 },
  },
  {
    ...{ ...zabbix, rule: 'Interface is down', severity: 'error', targets: ['sw-core-1', 'sw-fra-2'] },
    title: 'Interface xe-0/0/3 of * is down',
    description: 'Operational status: down(2)',
    ...{ times: 3, minutes: 9 },
  },
  {
    ...{ ...zabbix, rule: 'Temperature is high', severity: 'warning', targets: ['rack-a3', 'rack-b1'] },
    title: 'The temperature in * is 31 °C',
    description: 'The limit is 28 °C.',
    ...{ times: 4, minutes: 90 },
  },
  {
    ...{ ...uptime, rule: 'http', targets: ['Shop', 'API', 'Status page'] },
    title: '*',
    description: 'timeout of 48000ms exceeded',
    ...{ times: 4, minutes: 5 },
  },
];

/** One thing that can be wrong. It is wrong at most once at a time. */
export interface Problem extends Omit<Rule, 'targets'> {
  readonly target: string;
  /** Different for each problem. */
  readonly number: number;
}

export const PROBLEMS: readonly Problem[] = RULES.flatMap(({ targets, ...rule }) =>
  targets.map((target) => ({
    ...{ ...rule, target, number: 0 },
    title: rule.title.replace('*', target),
    description: rule.description.replace('*', target),
  })),
).map((problem, at) => ({ ...problem, number: at + 1 }));

/**
 * What is wrong as long as the demonstration runs, in this order: a cluster that explains its nodes, a silenced disk, and somebody
 * whom nobody is told of.
 */
export const LASTING: readonly Problem[] = selectProblems([
  ['KubeClusterUnreachable', 'eu-1'],
  ['KubeNodeNotReady', 'node-2'],
  ['KubeNodeNotReady', 'node-4'],
  ['DiskAlmostFull', 'db-3'],
  ['Login failures', 'login'],
]);

/** What is wrong besides when it starts. */
export const FIRST: readonly Problem[] = selectProblems([
  ['ReplicationLag', 'db-2'],
  ['HighErrorRate', 'payments'],
  ['PodCrashLooping', 'cart-5c4b'],
  ['Queue is growing', 'payments-events'],
  ['Interface is down', 'sw-core-1'],
]);

function selectProblems(names: readonly (readonly [rule: string, target: string])[]): readonly Problem[] {
  return names.flatMap(([rule, target]) =>
    PROBLEMS.filter((problem) => problem.rule === rule && problem.target === target),
  );
}
