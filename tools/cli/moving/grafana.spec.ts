import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { loadFiles } from '../as-code/load-files.js';
import { importGrafana } from './grafana.js';
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

async function move(...paths: readonly string[]) {
  const file = new MovedFile({ project: 'shop' });
  await importGrafana(paths, file, 'shop');
  const text = file.toYaml();
  const notes = file.notes.map(({ mark, text: note }) => `${mark} ${note}`);
  return { text, notes, secrets: file.secrets, file: parse(text) as Readonly<Record<string, Records>> };
}

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe('the file that an export of Grafana becomes', () => {
  it('has subscriptions for the policies, without mistakes and secrets', async () => {
    const { text, notes, file, secrets } = await move('test/moving/grafana.yml');
    expect(`${text}${notes.join('\n')}`).not.toContain('secret-of');
    for (const line of secrets) vi.stubEnv(line.split(':', 1)[0] ?? '', 'https://1.1.1.1/x');
    expect((await loadFiles(write('tocsin.yaml', text))).problems).toEqual([]);
    expect(Object.keys(file['subscriptions'] ?? {})).toEqual([
      // The rest of two policies with two matchers each.
      'default',
      'default 2',
      'db slack',
      'db pagerduty',
      'hooks webhook',
      'hooks teams',
      'hooks opsgenie',
    ]);
    const filter = 'labels.team = "db" and labels.severity in ("critical", "page")';
    expect(file['subscriptions']?.['db pagerduty']).toMatchObject({
      filter,
      options: { routing_key: '${DB_PAGERDUTY_INTEGRATIONKEY}' },
    });
    expect(file['subscriptions']?.['hooks opsgenie']).toMatchObject({
      options: { api_key: '${HOOKS_OPSGENIE_APIKEY}', api_url: 'https://api.eu.opsgenie.com' },
    });
    // Secrets that Grafana does not show are not the same one.
    expect(secrets).toContain('DB_SLACK_TOKEN: token of the contact point db');
    expect(notes.join('\n')).toMatch(/✗ .*telegram of the receiver db/);
    expect(notes.join('\n')).toMatch(/✗ .*the mute times weekends: .* can take the same alerts/);
    expect(notes).toContain('✗ the contact point unused: no policy leads to it');
  });

  it('comes of several files too', async () => {
    const policies = write('policies.json', '{"policies":[{"orgId":1,"receiver":"a"}]}');
    const points = write(
      'points.json',
      '{"contactPoints":[{"orgId":1,"name":"a","receivers":[{"type":"email","settings":{"addresses":"a@b.de"}}]}]}',
    );
    expect((await move(points, policies)).file['subscriptions']?.['a']).toMatchObject({
      options: { to: ['a@b.de'] },
      group: { by: ['labels.grafana_folder', 'labels.alertname'] },
    });
    await expect(move(points)).rejects.toThrow(/policies are missing; export them too/);
    await expect(move(policies)).rejects.toThrow(/policies\.json:1:\d+: unknown receiver a/);
    await expect(move(policies, policies, points)).rejects.toThrow(/of several organizations/);
    await expect(
      move(
        write('bad.json', '{"policies":[{"receiver":"a","routes":[{"object_matchers":[["x"]]}]}]}'),
        points,
      ),
    ).rejects.toThrow(/object_matchers must be lists like \[team, =, db\]/);
  });
});
