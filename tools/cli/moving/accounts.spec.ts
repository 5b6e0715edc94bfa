import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { loadFiles } from '../as-code/load-files.js';
import { MovedFile } from './moved-file.js';
import { importOpsgenie } from './opsgenie.js';
import { importPagerDuty } from './pagerduty.js';
import { readOpsgenie } from './read-opsgenie.js';
import { readPagerDuty } from './read-pagerduty.js';
import type { Fields } from './source-file.js';

type Records = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Convert = (account: Fields, file: MovedFile, project: string | undefined) => void;

let folder: string;
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  server?.close();
  server?.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const readAccount = (name: string) =>
  JSON.parse(readFileSync(`test/moving/${name}.json`, 'utf8')) as Record<string, readonly Fields[]>;

function move(convert: Convert, account: Fields, project: string | undefined) {
  const file = new MovedFile({ project });
  convert(account, file, project);
  const text = file.toYaml();
  for (const line of file.secrets) vi.stubEnv(line.split(':', 1)[0] ?? '', 'https://1.1.1.1/x');
  writeFileSync(join(folder, 'tocsin.yaml'), text);
  expect(loadFiles(join(folder, 'tocsin.yaml')).problems).toEqual([]);
  const notes = file.notes.map(({ mark, text: note }) => `${mark} ${note}`);
  return { text, notes, file: parse(text) as Readonly<Record<string, Records>> };
}

describe('the file that an account of PagerDuty becomes', () => {
  it('has webhooks, schedules, escalations and silences', () => {
    const { file, notes, text } = move(importPagerDuty, readAccount('pagerduty'), 'shop');
    expect(file['webhooks']).toEqual({
      Checkout: { plugin: 'auto', labels: { pagerduty_service: 'Checkout' } },
      Search: { plugin: 'auto', labels: { pagerduty_service: 'Search' }, enabled: false },
    });
    expect(file['on_call']?.['Primary']).toEqual({
      timezone: 'Europe/Berlin',
      members: [
        { name: 'Jane Doe', email: 'jane@example.com', subscription: 'Jane Doe' },
        { name: 'Max', email: 'max@example.com', subscription: 'Max' },
      ],
      rotation: {
        members: ['Jane Doe', 'Max'],
        shift: '1w',
        handoff: { time: '09:00', day: 'MON' },
        starts_on: '2026-01-05',
      },
    });
    expect(file['on_call']?.['Nights']?.['ical_url']).toBe('${NIGHTS_ICAL_URL}');
    expect(file['escalations']).toEqual({
      Production: {
        filter: 'labels.pagerduty_service in ("Checkout", "Search")',
        steps: [
          { after: '0s', on_call: 'Primary' },
          { after: '1s', on_call: 'Nights' },
          { after: '10m', subscriptions: ['Jane Doe'] },
        ],
        fallback: 'fallback',
        repeat: { times: 2, every: '15m' },
        acknowledged_for: 1800,
      },
    });
    expect(file['silences']).toMatchObject({
      Upgrade: {
        filter: 'project_id = "shop" and labels.pagerduty_service in ("Checkout")',
        ends_at: '2090-01-01T01:00:00.000Z',
      },
    });
    expect(text).not.toContain('secret-of');
    expect(notes.join('\n')).toMatch(/✗ schedule Lost: none of its users has an address/);
    expect(notes.join('\n')).toMatch(/✗ escalation policy Unused: no service has it/);
    expect(notes.join('\n')).toMatch(
      /~ escalation policy Production: .*targets that could not be taken over/,
    );
    expect(notes).toContain('✗ service Search: support hours');
  });

  it('has no webhooks without a project', () => {
    const { file, notes } = move(importPagerDuty, readAccount('pagerduty'), undefined);
    expect(file['webhooks']).toBeUndefined();
    expect(notes.join('\n')).toMatch(/✗ service Checkout: a webhook needs --project/);
  });
});

describe('the file that an account of Opsgenie becomes', () => {
  it('has webhooks, heartbeats, schedules, escalations and silences', () => {
    const { file, notes } = move(importOpsgenie, readAccount('opsgenie'), 'shop');
    expect(file['webhooks']?.['Prometheus of the cluster']).toEqual({
      plugin: 'prometheus',
      labels: { opsgenie_team: 'Database', opsgenie_integration: 'Prometheus of the cluster' },
    });
    expect(file['heartbeats']).toEqual({
      'heartbeats/nightly-backup': { expect_every: '1d1h', severity: 'CRITICAL' },
    });
    expect(file['on_call']?.['Database']?.['rotation']).toEqual({
      members: ['Jane Doe', 'Max'],
      shift: '2d',
      handoff: { time: '08:00' },
      starts_on: '2026-01-05',
    });
    expect(file['escalations']?.['Database escalation']).toEqual({
      filter: 'labels.opsgenie_team in ("Database")',
      steps: [
        { after: '0s', on_call: 'Database' },
        { after: '5m', subscriptions: ['Max'] },
        { after: '1h', subscriptions: ['Jane Doe', 'Max'] },
      ],
      fallback: 'fallback',
      repeat: { times: 3, every: '10m' },
    });
    expect(file['silences']?.['Upgrade']?.['filter']).toBe(
      'project_id = "shop" and labels.opsgenie_integration in ("Prometheus of the cluster")',
    );
    expect(notes.join('\n')).toMatch(/✗ schedule Two rotations: it has 2 rotations/);
    expect(notes.join('\n')).toMatch(/✗ policy Close flapping/);
    expect(notes.join('\n')).toMatch(/✗ integration Chat \(Slack\): it sends to others/);
    expect(notes.join('\n')).toMatch(/~ maintenance Upgrade: .*policies/);
  });
});

interface Seen {
  readonly method: string | undefined;
  readonly url: string;
  readonly authorization: string | undefined;
}
interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Starts an API that answers by a function, and returns its address and what it was asked. */
async function startApi(answer: (url: URL, count: number) => Reply | undefined) {
  const seen: Seen[] = [];
  const started = createServer((request, response) => {
    const url = request.url ?? '/';
    seen.push({ method: request.method, url, authorization: request.headers.authorization });
    const found = answer(new URL(url, 'http://x'), seen.filter((each) => each.url === url).length);
    const { status = 200, headers = {}, body = {} } = found ?? { status: 404 };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, seen };
}

/** Answers as PagerDuty does: two records a page, layers only for a schedule by itself. */
function answerAsPagerDuty(account: Record<string, readonly Fields[]>, url: URL): Reply | undefined {
  const [, name = '', id] = url.pathname.split('/');
  const list = account[name];
  if (list === undefined) return undefined;
  if (id !== undefined) return { body: { schedule: list.find((each) => each['id'] === id) } };
  const offset = Number(url.searchParams.get('offset'));
  const page = list.slice(offset, offset + 2).map(({ schedule_layers: _, ...rest }) => rest);
  return { body: { [name]: page, more: offset + 2 < list.length } };
}

describe('the API of PagerDuty', () => {
  it('is read page by page, with the key, by GET, and waits as it is told', async () => {
    vi.stubEnv('PD_KEY', 'secret-of-api');
    const account = readAccount('pagerduty');
    const api = await startApi((url, count) =>
      url.pathname === '/schedules/C2' && count === 1
        ? { status: 429, headers: { 'retry-after': '1' } }
        : answerAsPagerDuty(account, url),
    );
    const start = Date.now();
    const read = await readPagerDuty(api.address, 'PD_KEY');
    expect(Date.now() - start).toBeGreaterThanOrEqual(990);
    expect(move(importPagerDuty, read, 'shop')).toEqual(move(importPagerDuty, account, 'shop'));
    expect(new Set(api.seen.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(new Set(api.seen.map(({ authorization }) => authorization))).toEqual(
      new Set(['Token token=secret-of-api']),
    );
    expect(api.seen.filter(({ url }) => url.startsWith('/users?'))).toHaveLength(2);
  });

  it.each([
    [{ status: 401 }, /refused the key in PD_KEY \(401\)/],
    [
      { status: 429, headers: { 'retry-after': '3600' } },
      /answered 429; nothing was changed, try again later/,
    ],
    [{ status: 404 }, /answered 404/],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }, /no response from/],
    [{ body: 'hello' }, /answered no JSON object/],
  ])('%j is told without the key', async (reply, reason) => {
    vi.stubEnv('PD_KEY', 'secret-of-api');
    const { address } = await startApi(() => reply);
    const failed = await readPagerDuty(address, 'PD_KEY').catch((error: unknown) => String(error));
    expect(failed).toMatch(reason);
    expect(failed).not.toContain('secret-of-api');
  });

  it.each([
    ['https://api.example.com', '', /PD_KEY is not set/],
    ['https://api.example.com', 'a b', /PD_KEY is no key/],
    ['http://api.example.com', 'key', /must begin with https/],
    ['api', 'key', /must be an address/],
  ])('is not asked at %s with the key "%s"', async (address, key, reason) => {
    vi.stubEnv('PD_KEY', key);
    await expect(readPagerDuty(address, 'PD_KEY')).rejects.toThrow(reason);
  });
});

describe('the API of Opsgenie', () => {
  it('is read page by page, with what lists leave out', async () => {
    vi.stubEnv('OG_KEY', 'secret-of-api');
    const account = readAccount('opsgenie');
    const api = await startApi((url) => {
      const [, , name = '', id, part] = url.pathname.split('/');
      const list = account[name] ?? [];
      if (name === 'heartbeats') return { body: { data: { heartbeats: list } } };
      if (part === 'routing-rules')
        return { body: { data: list.find((each) => each['id'] === id)?.['routing_rules'] } };
      if (name !== 'policies' && id !== undefined)
        return { body: { data: list.find((each) => each['id'] === id) } };
      if (name === 'users' && !url.searchParams.has('offset'))
        return {
          body: { data: list.slice(0, 1), paging: { next: `${api.address}/v2/users?limit=100&offset=1` } },
        };
      if (name === 'users') return { body: { data: list.slice(1) } };
      return {
        body: {
          data: list.map(({ members: _, routing_rules: __, rules, ...rest }) => ({
            ...rest,
            ...(name === 'escalations' && { rules }),
          })),
        },
      };
    });
    const read = await readOpsgenie(api.address, 'OG_KEY');
    expect(move(importOpsgenie, read, 'shop')).toEqual(move(importOpsgenie, account, 'shop'));
    expect(new Set(api.seen.map(({ authorization }) => authorization))).toEqual(
      new Set(['GenieKey secret-of-api']),
    );
  });

  it('does not send the key to another host', async () => {
    vi.stubEnv('OG_KEY', 'secret-of-api');
    const { address } = await startApi(() => ({
      body: { data: [], paging: { next: 'https://evil.example.com/' } },
    }));
    await expect(readOpsgenie(address, 'OG_KEY')).rejects.toThrow(/names a page on evil\.example\.com/);
  });
});
