import { describe, expect, it } from 'vitest';
import { alertNotice } from '../../test/notices.js';
import { summarize } from './summarize.js';

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
    const { facts, lines, links } = summarize(alertNotice('opened', PROMETHEUS), 'Europe/Berlin');
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
    const { facts, lines } = summarize(alertNotice('resolved', PROMETHEUS));
    const shown = Object.fromEntries(facts);
    expect(shown).toMatchObject({
      Began: '20 Nov 2026, 07:30 UTC (2 hours ago)',
      Resolved: '20 Nov 2026, 10:00 UTC',
    });
    expect(shown).not.toHaveProperty('Since');
    expect(lines).toEqual([]);
  });

  it('has no empty facts for an alert of which only the title is known', () => {
    const { facts, lines, links } = summarize(
      alertNotice('opened', {
        source: { name: null, plugin_id: null },
        started_at: '2026-11-20T10:00:00.000Z',
      }),
    );
    expect(facts.map(([name]) => name)).toEqual(['Severity', 'Resource', 'Since', 'Project']);
    expect(Object.fromEntries(facts)['Since']).toBe('20 Nov 2026, 10:00 UTC');
    expect(lines).toEqual([]);
    expect(links).toHaveLength(1);
  });

  it('shows ten lines of a long description, and twelve labels', () => {
    const labels = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`l${at}`, `v${at}`]));
    const { facts, lines } = summarize(
      alertNotice('opened', { description: 'a line\n'.repeat(100), labels }),
    );
    expect(lines).toHaveLength(11);
    expect(Object.fromEntries(facts)['Labels']?.split(', ')).toHaveLength(12);
  });
});
