import { randomBytes } from 'node:crypto';

/** A body as Alertmanager posts it, with so many alarms, none of which was there before. */
export function alertmanagerBody(alarms: number, startsAt: string): string {
  const labels = (instance: string) => ({
    alertname: 'HostOutOfDiskSpace',
    cluster: 'prod-eu-1',
    device: '/dev/nvme0n1p1',
    instance,
    job: 'node-exporter',
    severity: 'critical',
  });
  const common = { alertname: 'HostOutOfDiskSpace', cluster: 'prod-eu-1', job: 'node-exporter' };
  return JSON.stringify({
    receiver: 'tocsin',
    status: 'firing',
    alerts: Array.from({ length: alarms }, () => {
      const fingerprint = randomBytes(8).toString('hex');
      return {
        status: 'firing',
        labels: labels(`node-${fingerprint}:9100`),
        annotations: {
          summary: `Host out of disk space (instance node-${fingerprint}:9100)`,
          description: 'The disk is almost full (< 10% left)',
        },
        startsAt,
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'http://prometheus.example.com/graph?g0.expr=node_filesystem_avail_bytes&g0.tab=1',
        fingerprint,
      };
    }),
    groupLabels: { alertname: 'HostOutOfDiskSpace' },
    commonLabels: common,
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example.com',
    version: '4',
    groupKey: '{}:{alertname="HostOutOfDiskSpace"}',
    truncatedAlerts: 0,
  });
}
