import { describe, expect, it } from 'vitest';
import { alertNotice, digestNotice, noteNotice, reminderNotice } from '../../test/notices.js';
import { summarize } from './summarize.js';
import { findWordingProblem } from './wording.js';

const summarizeAlert = (...given: Parameters<typeof alertNotice>) =>
  summarize({ message: alertNotice(...given), timezone: 'UTC' });

const PROMETHEUS = {
  rule: 'DiskFull',
  severity: 'CRITICAL',
  title: 'Disk of db-1 is full',
  description: 'It will be full in 6 hours.\n\n  Writes will fail.  \n',
  resource: { resource_id: 'db-1', resource_type: 'instance', name: 'db-1' },
  labels: {
    alertname: 'DiskFull',
    instance: 'db-1',
    severity: 'critical',
    team: 'shop',
    cluster: 'eu-1',
    empty: '',
  },
  links: [
    { name: 'generator', url: 'https://prometheus.example.com/graph' },
    { name: 'ticket', url: 'https://tickets.example.com/1' },
    { name: 'runbook', url: 'https://runbooks.example.com/disk' },
  ],
  source: { name: 'prometheus-eu', plugin_id: 'prometheus' },
  started_at: '2026-11-20T07:30:00.000Z',
} as const;

describe('the summary of an alert', () => {
  it('has the labels that tell it apart, where and since when, and what to do first', () => {
    const { facts, lines, links } = summarize({
      message: alertNotice('opened', PROMETHEUS),
      timezone: 'Europe/Berlin',
    });
    expect(Object.fromEntries(facts)).toMatchObject({
      Severity: 'CRITICAL',
      Resource: 'db-1',
      Labels: 'team=shop, cluster=eu-1',
      Since: '20 Nov 2026, 08:30 CET (2 hours ago)',
      Source: 'prometheus-eu (prometheus)',
    });
    expect(lines).toEqual(['It will be full in 6 hours.', 'Writes will fail.']);
    expect(links).toEqual([
      { text: 'Runbook', url: 'https://runbooks.example.com/disk' },
      { text: 'Query', url: 'https://prometheus.example.com/graph' },
      { text: 'Open in Tocsin', url: 'https://tocsin.example.com/console/#/alert/alert_01' },
    ]);
  });

  it('says when a resolved alert began, without its description', () => {
    const { facts, lines } = summarize({ message: alertNotice('resolved', PROMETHEUS), timezone: 'UTC' });
    const shown = Object.fromEntries(facts);
    expect(shown).toMatchObject({
      Began: '20 Nov 2026, 07:30 UTC (2 hours ago)',
      Resolved: '20 Nov 2026, 10:00 UTC',
    });
    expect(shown).not.toHaveProperty('Since');
    expect(lines).toEqual([]);
  });

  it('has no empty facts for an alert of which only the title is known', () => {
    const { facts, lines, links } = summarizeAlert('opened', {
      source: { name: null, plugin_id: null },
      started_at: '2026-11-20T10:00:00.000Z',
    });
    expect(facts.map(([name]) => name)).toEqual(['Severity', 'Resource', 'Since', 'Project']);
    expect(Object.fromEntries(facts)['Since']).toBe('20 Nov 2026, 10:00 UTC');
    expect(lines).toEqual([]);
    expect(links).toHaveLength(1);
  });

  it('does not compare with what nobody has seen', () => {
    const notice = alertNotice('deescalated', { severity: 'ERROR' });
    const change = {
      ...notice.data.change,
      severity_before: 'CRITICAL' as const,
      severity: 'ERROR' as const,
    };
    const message = { ...notice, data: { ...notice.data, change } };
    expect(summarize({ message, timezone: 'UTC' }).event).toBe('Less severe, was CRITICAL');
    expect(summarize({ message, timezone: 'UTC', wakes: true }).event).toBe('Needs attention, now ERROR');
  });

  it('says who assigned an alert to whom', () => {
    expect(summarizeAlert('assigned').event).toBe('Assigned to bob@example.com by jane@example.com');
    const notice = alertNotice('assigned');
    const eventOf = (change: Partial<typeof notice.data.change>) =>
      summarize({
        message: { ...notice, data: { ...notice.data, change: { ...notice.data.change, ...change } } },
        timezone: 'UTC',
      }).event;
    expect(eventOf({ actor: 'bob@example.com' })).toBe('Assigned to bob@example.com');
    expect(eventOf({ assignee: null })).toBe('Assigned to nobody by jane@example.com');
    const { facts } = summarizeAlert('opened', { assignee: 'bob' });
    expect(Object.fromEntries(facts)).toMatchObject({ 'Assigned to': 'bob' });
  });

  it('has all of a note before the description', () => {
    const text = `${'word '.repeat(150)}\n${'x'.repeat(240)}`.trim();
    const { event, lines, note } = summarize({ message: noteNotice(text, PROMETHEUS), timezone: 'UTC' });
    expect(event).toBe('Note by jane@example.com');
    expect(lines).toEqual([...note, 'It will be full in 6 hours.', 'Writes will fail.']);
    expect(note.join(' ')).toBe(text.replaceAll(/\s+/g, ' '));
    expect(note.every((line) => line.length <= 300)).toBe(true);
    expect(summarize({ message: noteNotice(null), timezone: 'UTC' }).lines).toEqual([]);
    expect(summarize({ message: noteNotice('y'.repeat(700)), timezone: 'UTC' }).note).toHaveLength(3);
  });

  it('says what follows if its key is flapping', () => {
    expect(summarizeAlert('flapping', PROMETHEUS).lines[0]).toMatch(
      /^It opens and closes again and again\. You hear of it /,
    );
    const notice = alertNotice('resolved');
    const data = { ...notice.data, change: { ...notice.data.change, flapping: true } };
    const { event } = summarize({ message: { ...notice, data }, timezone: 'UTC' });
    expect(event).toBe('Resolved for now, as its key is flapping');
  });

  it('shows ten lines of a long description, and twelve labels', () => {
    const labels = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`l${at}`, `v${at}`]));
    const { facts, lines } = summarizeAlert('opened', { description: 'a line\n'.repeat(100), labels });
    expect(lines).toHaveLength(11);
    expect(Object.fromEntries(facts)['Labels']?.split(', ')).toHaveLength(12);
  });
});

it('a digest says where each alert is, unless its title does', () => {
  const linesOf = (title: string) => summarize({ message: digestNotice(title, 2), timezone: 'UTC' }).lines;
  expect(linesOf('Disk full').slice(1, 3)).toEqual([
    'WARNING Opened: Disk full (db-0)',
    'WARNING Opened: Disk full (db-1)',
  ]);
  expect(linesOf('Disk of db-1 full')[2]).toBe('WARNING Opened: Disk of db-1 full');
});

describe('the template of a subscription', () => {
  const message = alertNotice('opened', PROMETHEUS);
  const timezone = 'UTC';

  it('rewords the title, the text and the facts, and keeps the links', () => {
    const body = {
      title: 'Shop:\ndisk full',
      text: 'Call ops.\nThen wait.',
      fields: { Team: 'shop', Free: 3, None: null },
    };
    expect(summarize({ message, timezone, body })).toMatchObject({
      title: 'Shop: disk full',
      severity: 'CRITICAL',
      lines: ['Call ops.', 'Then wait.'],
      facts: [
        ['Team', 'shop'],
        ['Free', '3'],
      ],
      links: summarize({ message, timezone }).links,
    });
  });

  it('keeps what it leaves out', () => {
    const plain = summarize({ message, timezone });
    expect(summarize({ message, timezone, body: {} })).toEqual(plain);
    expect(summarize({ message, timezone, body: { title: ' ' } })).toEqual(plain);
    expect(summarize({ message, timezone, body: { text: '' } })).toEqual({ ...plain, lines: [] });
  });

  it('is named in the message, which is sent as it is, if it fails', () => {
    const plain = summarize({ message, timezone });
    expect(summarize({ message, timezone, templateProblem: 'it returns 5' })).toEqual({
      ...plain,
      lines: [...plain.lines, 'The template of the subscription fails: it returns 5'],
    });
  });

  it.each([
    [[], 'must return an object'],
    ['text', 'must return an object'],
    [{ colour: 'red' }, 'returns colour'],
    [{ title: 5 }, 'must return a text as title'],
    [{ text: null }, 'must return a text as text'],
    [{ fields: { a: {} } }, 'must return an object of at most 20 texts'],
    [{ fields: ['a'] }, 'must return an object of at most 20 texts'],
  ])('may not return %j', (result, problem) => {
    expect(findWordingProblem(result)).toContain(problem);
  });
});

it.each([
  ['jane@example.com', 'MANUAL', 'Resolved by jane@example.com'],
  [null, 'RECOVERY', 'Resolved'],
  [null, 'STALE', 'Resolved, as nothing was heard of it'],
] as const)('says who resolved an alert: %s, %s', (actor, resolved_reason, expected) => {
  const notice = alertNotice('resolved', { resolved_reason, resolved_by: actor });
  const { data } = notice;
  const told = { ...notice, data: { ...data, change: { ...data.change, actor } } };
  expect(summarize({ message: told, timezone: 'UTC' }).event).toBe(expected);
});

describe('the summary of a reminder', () => {
  const since = { started_at: '2026-11-20T07:30:00.000Z' };
  const say = (alert: Parameters<typeof reminderNotice>[0]) =>
    summarize({ message: reminderNotice({ ...since, ...alert }), timezone: 'Europe/Berlin' }).event;

  it('says since when the alert is open, and that nobody has acknowledged it', () => {
    expect(say({})).toBe('Still open since 20 Nov 2026, 08:30 CET, nobody has acknowledged');
  });

  it('says that it is acknowledged', () => {
    expect(say({ acknowledged: true, acknowledged_by: 'jane@example.com' })).toBe(
      'Still open since 20 Nov 2026, 08:30 CET, acknowledged',
    );
  });
});
