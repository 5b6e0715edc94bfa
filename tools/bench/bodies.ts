import { randomBytes } from 'node:crypto';

interface Firing {
  readonly fingerprint: string;
  readonly startsAt: string;
}

/** A body as Alertmanager posts it, with so many alarms, none of which was there before. */
export function alertmanagerBody(alarms: number, startsAt: string): string {
  return bodyOf(Array.from({ length: alarms }, () => alert({ fingerprint: newFingerprint(), startsAt })));
}

const OPEN = 20_000;

/** Alarms as they come in a large installation: most are new, a fifth are over, a tenth are repeats. */
export class AlarmStory {
  private readonly open: Firing[] = [];

  body(alarms: number): string {
    return bodyOf(Array.from({ length: alarms }, () => this.next()));
  }

  private next(): object {
    const dice = Math.random();
    const now = new Date().toISOString();
    if (dice < 0.2 && this.open.length > 0) return { ...alert(this.take()), status: 'resolved', endsAt: now };
    const last = this.open.at(-1);
    if (dice < 0.3 && last !== undefined) return alert(last);
    const firing = { fingerprint: newFingerprint(), startsAt: now };
    if (this.open.length >= OPEN) this.take();
    this.open.push(firing);
    return alert(firing);
  }

  /** Any of them; the last one takes its place. */
  private take(): Firing {
    const at = Math.floor(Math.random() * this.open.length);
    const [taken, last] = [this.open[at], this.open.pop()];
    if (taken === undefined || last === undefined) throw new Error('nothing fires');
    if (at < this.open.length) this.open[at] = last;
    return taken;
  }
}

function newFingerprint(): string {
  return randomBytes(8).toString('hex');
}

function alert({ fingerprint, startsAt }: Firing): object {
  const instance = `node-${fingerprint}:9100`;
  return {
    status: 'firing',
    labels: {
      alertname: 'HostOutOfDiskSpace',
      cluster: 'prod-eu-1',
      device: '/dev/nvme0n1p1',
      instance,
      job: 'node-exporter',
      severity: 'critical',
    },
    annotations: {
      summary: `Host out of disk space (instance ${instance})`,
      description: 'The disk is almost full (< 10% left)',
    },
    startsAt,
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: 'http://prometheus.example.com/graph?g0.expr=node_filesystem_avail_bytes&g0.tab=1',
    fingerprint,
  };
}

function bodyOf(alerts: readonly object[]): string {
  return JSON.stringify({
    receiver: 'tocsin',
    status: 'firing',
    alerts,
    groupLabels: { alertname: 'HostOutOfDiskSpace' },
    commonLabels: { alertname: 'HostOutOfDiskSpace', cluster: 'prod-eu-1', job: 'node-exporter' },
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example.com',
    version: '4',
    groupKey: '{}:{alertname="HostOutOfDiskSpace"}',
    truncatedAlerts: 0,
  });
}
