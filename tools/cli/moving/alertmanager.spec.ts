import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { loadFiles } from '../as-code/load-files.js';
import { formatProblem } from '#shared/as-code/positions.js';
import { importAlertmanager } from './alertmanager.js';
import { MovedFile } from './moved-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

type Records = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

async function move(path: string, project?: string) {
  const file = new MovedFile({ project });
  await importAlertmanager(path, file, project);
  const text = file.toYaml();
  return {
    text,
    notes: file.notes.map(({ mark, text: note }) => `${mark} ${note}`),
    file: parse(text) as Readonly<Record<string, Records>>,
    secrets: file.secrets,
  };
}

function moveText(text: string, project?: string) {
  const path = join(folder, 'alertmanager.yml');
  writeFileSync(path, text);
  return move(path, project);
}

/** Returns the mistakes of a file in which each variable has a value. */
async function problemsOf(text: string, secrets: readonly string[]): Promise<readonly string[]> {
  for (const line of secrets) vi.stubEnv(line.split(':', 1)[0] ?? '', 'https://1.1.1.1/x');
  const path = join(folder, 'tocsin.yaml');
  writeFileSync(path, text);
  return (await loadFiles(path)).problems.map(formatProblem);
}

describe('the file that a configuration of Alertmanager becomes', () => {
  it.each(['cluster', 'services', 'hours', 'tenants', 'matrix'])(
    'has no mistakes and no secrets: %s',
    async (name) => {
      const { text, notes, secrets } = await move(`test/moving/${name}.yml`, 'shop');
      expect(await problemsOf(text, secrets)).toEqual([]);
      expect(`${text}${notes.join('\n')}`).not.toMatch(/secret-of|0123456789abcdef|fedcba/);
      expect(notes).not.toEqual([]);
    },
  );

  it('has a subscription for each route and way of telling, with its filter, group and reminders', async () => {
    const { file } = await move('test/moving/cluster.yml', 'shop');
    expect(Object.keys(file['subscriptions'] ?? {})).toEqual([
      'platform',
      'deadman',
      'platform-page pagerduty',
      'platform-page slack',
      'shop',
      'platform-page pagerduty 2',
      'platform-page slack 2',
      'shop 2',
    ]);
    expect(file['subscriptions']?.['shop']).toMatchObject({
      protocol: 'email',
      options: { to: ['shop@example.com', 'ops@example.com'] },
      group: { by: ['labels.namespace'], wait: '30s', interval: '5m' },
      remind: { every: '12h', until: 'RESOLVED' },
    });
    expect(file['subscriptions']?.['platform-page pagerduty 2']).toMatchObject({
      options: { routing_key: '${PLATFORM_PAGE_PAGERDUTY_ROUTING_KEY}' },
      filter:
        'labels.alertname not in ("Watchdog", "InfoInhibitor", "KubeQuotaAlmostFull") and labels.severity = "critical" ' +
        'and labels.namespace in ("shop-prod", "shop-canary") and labels.tier != "batch"',
    });
    expect(file['subscriptions']?.['deadman']?.['kinds']).not.toContain('alert.resolved');
    expect(file['inhibitions']?.['inhibit rule 4']).toEqual({
      source: 'event_key exists',
      target: 'labels.alertname = "InfoInhibitor"',
    });
    expect(file['webhooks']).toEqual({ alertmanager: { plugin: 'prometheus' } });
  });

  it('tells what became of each part', async () => {
    const { notes } = await move('test/moving/hours.yml');
    expect(notes).toContain('✓ the root route: subscription default (teams)');
    expect(notes.join('\n')).toMatch(
      /✗ route \{env=~"dev.*: the mute times nights: .* \{audit="true"\} can take/,
    );
    expect(notes.join('\n')).toMatch(/✗ .*telegram of the receiver prod-page: there is no protocol for it/);
    expect(notes.join('\n')).toMatch(/~ .*subscription prod-page opsgenie 3 .*|~ .*prod-page opsgenie 3/);
    expect((await move('test/moving/services.yml')).notes.join('\n')).toMatch(
      /~ .*team-x-pager pagerduty .*service_key belongs to Events API v1/,
    );
  });

  it('silences routes at the times at which they are muted, in the project only', async () => {
    const { file, notes } = await moveText(
      `
route:
  receiver: all
  routes:
    - { receiver: night, matchers: [env="dev"], mute_time_intervals: [nights] }
    - { receiver: day, matchers: [env="test"], active_time_intervals: [office], continue: true }
    - { receiver: day, matchers: [env="qa"], mute_time_intervals: [christmas] }
time_intervals:
  - name: nights
    time_intervals:
      - { times: [{ start_time: 22:00, end_time: 24:00 }, { start_time: 00:00, end_time: 06:00 }], weekdays: [monday:friday] }
  - name: office
    time_intervals:
      - { times: [{ start_time: 09:00, end_time: 17:30 }], weekdays: [monday:friday], location: Europe/Berlin }
  - { name: christmas, time_intervals: [{ months: [december] }] }
receivers:
  - { name: all, webhook_configs: [{ url: https://1.1.1.1/a }] }
  - { name: night, webhook_configs: [{ url: https://1.1.1.1/b }] }
  - { name: day, webhook_configs: [{ url: https://1.1.1.1/c }] }
`,
      'shop',
    );
    const silences = Object.values(file['silences'] ?? {});
    const days = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
    expect(silences.map(({ weekly }) => weekly)).toEqual([
      { days, from: '00:00', to: '06:00', timezone: 'UTC' },
      { days, from: '22:00', to: '00:00', timezone: 'UTC' },
      { days: ['SUN', 'SAT'], from: '00:00', to: '00:00', timezone: 'Europe/Berlin' },
      { days, from: '00:00', to: '09:00', timezone: 'Europe/Berlin' },
      { days, from: '17:30', to: '00:00', timezone: 'Europe/Berlin' },
    ]);
    expect(silences[0]?.['filter']).toBe('project_id = "shop" and labels.env = "dev"');
    expect(notes.join('\n')).toMatch(/✗ route \{env="qa"\}: the mute times christmas: it has months/);
  });

  it('leaves out what a filter cannot say, with the reason', async () => {
    const long = Array.from({ length: 40 }, (_, at) => `word${at}[0-9]+`).join('');
    const { notes, file } = await moveText(`
route:
  receiver: all
  routes: [{ receiver: odd, match_re: { a: '${long}' } }, { receiver: greek, match_re: { a: '\\p{Greek}+' } }]
receivers: [{ name: all, webhook_configs: [{ url: https://1.1.1.1/a }] }, { name: odd, slack_configs: [{ api_url: https://1.1.1.1/b }] }, { name: greek, slack_configs: [{ api_url: https://1.1.1.1/b }] }]
`);
    expect(file['subscriptions']).toBeUndefined();
    expect(notes.filter((note) => note.startsWith('✗'))).toHaveLength(3);
    expect(notes.join('\n')).toMatch(
      /✗ route \{a=~"word0.*: a regular expression of it, or of a route before it, is longer than/,
    );
  });

  it('leaves out an inhibit rule with an unknown field, which may be a matcher', async () => {
    const { notes, file } = await moveText(`
route: { receiver: a }
receivers: [{ name: a }]
inhibit_rules:
  - { sources: ['x="1"'], target_matchers: ['z="1"'] }
  - { source_matchers: ['x="1"'], target_matchers: ['z="1"'] }
`);
    expect(notes).toContain('✗ inhibit rule 1: unknown sources');
    expect(Object.keys(file['inhibitions'] ?? {})).toEqual(['inhibit rule 2']);
  });

  it('joins what is left of many routes with two matchers', async () => {
    const routes = Array.from({ length: 60 }, (_, at) => ({
      receiver: 'own',
      match: { team: `t${at}`, severity: at % 3 === 0 ? 'critical' : 'warning' },
    }));
    const receivers = ['rest', 'own'].map((name) => ({
      name,
      email_configs: [{ to: `${name}@example.com` }],
    }));
    const { file } = await moveText(JSON.stringify({ route: { receiver: 'rest', routes }, receivers }));
    const rest = Object.entries(file['subscriptions'] ?? {}).filter(([name]) => name.startsWith('rest'));
    expect(rest).toHaveLength(3);
    expect(rest[0]?.[1]['filter']).toMatch(
      /^labels\.severity != "critical" and labels\.team in \("t0", "t3",.*, "t57"\)$|^labels\.team in \("t0", "t3",.*, "t57"\) and labels\.severity != "critical"$/,
    );
  });

  it('keeps a variable for each secret, and what looks like one', async () => {
    const { text, secrets } = await moveText(`
global: { slack_api_url: https://1.1.1.1/global }
route: { receiver: 'a\${b}', routes: [{ receiver: c, match: { x: '\${HOME}' } }] }
receivers:
  - { name: 'a\${b}', slack_configs: [{}, { api_url: https://1.1.1.1/own }] }
  - { name: c, slack_configs: [{}] }
`);
    expect(secrets).toEqual([
      'SLACK_API_URL: global.slack_api_url',
      'A_B_SLACK_API_URL: api_url of the receiver a${b}',
    ]);
    expect(text).toContain('labels.x = "$${HOME}"');
    expect(await problemsOf(text, secrets)).toEqual([]);
  });
});

describe('a configuration with mistakes', () => {
  const receivers = 'receivers: [{ name: a }]';
  it.each([
    ['route: [', /^.*alertmanager\.yml:1:\d+: not YAML or JSON: /],
    ['hello', /alertmanager\.yml is not an Alertmanager configuration: it needs route and receivers$/],
    [
      'a: 1',
      /:1:1: expected an Alertmanager configuration.*route is missing\n.*:1:1: .*receivers are missing/,
    ],
    [`route: { receiver: b }\n${receivers}`, /:1:20: unknown receiver b/],
    [
      `route: { receiver: a, routes: [{ receiver: opps }] }\nreceivers: [{ name: a }, { name: ops }]`,
      /unknown receiver opps.*did you mean ops\?/,
    ],
    [`route: { group_by: [x] }\n${receivers}`, /:1:8: receiver is missing: the root route needs one/],
    [
      `route: { receiver: a, group_wait: soon }\n${receivers}`,
      /group_wait must be a duration like 30s or 4h/,
    ],
    [
      `route: { receiver: a, routes: [{ matchers: ['x'] }] }\n${receivers}`,
      /"x" is no matcher like team="db"/,
    ],
    [
      `route: { receiver: a, routes: [{ mute_time_intervals: [n] }] }\n${receivers}`,
      /unknown time interval n/,
    ],
    [
      `route: { receiver: a }\n${receivers}\ninhibit_rules: [{ source_match: 1 }]`,
      /:3:\d+: source_match must be an object/,
    ],
  ])('%j is refused with where and why', async (text, reason) => {
    await expect(moveText(text)).rejects.toThrow(reason);
  });

  it('never shows its text', async () => {
    const text = 'global:\n  slack_api_url: "secret-of-slack\nroute: x';
    await expect(moveText(text)).rejects.toThrow(/not YAML/);
    await expect(moveText(text)).rejects.not.toThrow(/secret-of-slack/);
  });
});
