import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli } from './cli.js';
import { createTestDatabase } from './database.js';
import { rootApiKey, startApi, type AppUnderTest } from './processes.js';

/** The values of the variables in {@link EVERYTHING}. */
export const SECRETS = { HOOK_TOKEN: 'secret-of-the-hook', ICAL: 'https://1.1.1.1/secret-calendar.ics' };

/** Files with records of all kinds. */
export const EVERYTHING = `project: checkout
webhooks:
  alertmanager-fra:
    plugin: prometheus
    labels: { site: fra }
    tags: { team: db }
    settings: { stale_after: 2d, heartbeat: { expect_every: 60m }, flap: null }
  signed:
    plugin: grafana
    settings: { signature: { scheme: GRAFANA, secrets: ['\${HOOK_TOKEN}'] } }
    enabled: false
heartbeats:
  alertmanager-fra/backup: { expect_every: 24h }
  alertmanager-fra/nightly: { schedule: '0 2 * * *', timezone: Europe/Berlin, severity: WARNING }
subscriptions:
  jane:
    protocol: webhook
    options: { url: https://1.1.1.1/alerts, headers: { X-Token: '\${HOOK_TOKEN}' } }
    filter: severity >= ERROR and labels.team = "db"
    group: { by: [severity], wait: 30s, interval: 5m }
    kinds: [alert.opened, alert.resolved]
    template: "{ \\"text\\":\\n  data.alert.title }\\n"
  quiet: { protocol: webhook, options: { url: https://1.1.1.1/quiet }, enabled: false, remind: { every: 2h } }
  paged: { protocol: webhook, options: { url: https://1.1.1.1/paged }, trigger: ESCALATION }
inhibitions:
  cluster down: { source: rule = "ClusterDown", target: severity <= WARNING, equal: [labels.cluster], wait: 10 }
escalations:
  database:
    filter: severity = CRITICAL
    steps: [{ after: 0, subscriptions: [max] }, { after: 15m, on_call: database }]
    fallback: everyone
    repeat: { times: 2, every: 1h }
on_call:
  database:
    timezone: Europe/Berlin
    members: [{ name: Jane, email: jane@example.com, subscription: paged }, { name: Max, subscription: max }]
    rotation: { shift: 1w, handoff: { time: '09:00' } }
  holidays: { timezone: UTC, members: [{ name: Jane, subscription: jane }], ical_url: '\${ICAL}' }
silences:
  upgrade: { filter: labels.site = dub or rule exists, starts_at: '2090-01-01T00:00:00Z', ends_at: '2090-01-02T00:00:00Z', reason: CHG-1 }
quotas:
  email: { day: 1000, month: -1 }
---
subscriptions:
  everyone: { protocol: webhook, options: { url: https://1.1.1.1/all } }
  max: { protocol: webhook, options: { url: https://1.1.1.1/max }, trigger: ESCALATION }
`;

/** The command line, with files and an API. */
export interface AsCode {
  readonly api: AppUnderTest;
  readonly folder: string;
  /** Writes a file, and returns its path. */
  file(name: string, text: string): Promise<string>;
  run(domain: string, args: readonly string[], env?: Record<string, string>): ReturnType<typeof runCli>;
  /** Returns what a command prints that ends with this code, and tells of no error. */
  fine(domain: string, args: readonly string[], code?: number): Promise<string>;
  close(): Promise<void>;
}

export async function startAsCode(): Promise<AsCode> {
  const database = await createTestDatabase();
  const api = await startApi({ databaseUrl: database.url });
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-'));
  const run: AsCode['run'] = (domain, args, given = SECRETS) =>
    runCli(args, { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, TOCSIN_DOMAIN: domain, ...given }, '');
  return {
    api,
    folder,
    file: async (name, text) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    run,
    fine: async (domain, args, code = 0) => {
      const outcome = await run(domain, args);
      expect({ args, code: outcome.code, err: outcome.err }).toEqual({ args, code, err: '' });
      return outcome.out;
    },
    close: async () => {
      await rm(folder, { recursive: true, force: true });
      await api.stop();
      await database.drop();
    },
  };
}
