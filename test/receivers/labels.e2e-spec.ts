import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until } from '../client.js';
import { createTestDomain } from '../notified-domain.js';
import { SCENARIO, startScenarios } from './scenarios.js';
import { startSlackWorkspace } from './slack.js';

let scenarios: Awaited<ReturnType<typeof startScenarios>>;
let slack: Awaited<ReturnType<typeof startSlackWorkspace>>;
beforeAll(async () => {
  slack = await startSlackWorkspace();
  scenarios = await startScenarios();
});
afterAll(async () => {
  await scenarios?.stop();
  await slack?.close();
});

describe('the alerts of an Alertmanager group', () => {
  it('reach the channel of their team, with its runbook', SCENARIO, async () => {
    const channels = { shop: slack.createChannel(), search: slack.createChannel() };
    const { domain_id, subscribe } = await createTestDomain(
      scenarios.service,
      { url: '', secrets: [] },
      {
        protocol_id: 'slack',
        options: channels.shop.byId,
        filter: [{ k: 'labels.team', v: 'shop', o: 'eq' }],
        timezone: 'Europe/Berlin',
      },
    );
    await subscribe({
      protocol_id: 'slack',
      options: channels.search.byId,
      filter: [{ k: 'labels.team', v: 'search', o: 'eq' }],
    });
    const webhook = await createWebhook(scenarios.service.api.url, 'prometheus', domain_id);
    const alert = (team: string) => ({
      status: 'firing',
      labels: { alertname: 'DiskFull', instance: `db-${team}`, team, cluster: 'eu-1', severity: 'critical' },
      annotations: {
        summary: `Disk of ${team} is full`,
        description: 'Writes will fail.',
        runbook_url: `https://runbooks.example.com/${team}`,
      },
      startsAt: new Date(Date.now() - 7_500_000).toISOString(),
      endsAt: '0001-01-01T00:00:00Z',
      fingerprint: team,
    });
    const body = {
      status: 'firing',
      receiver: 'tocsin',
      groupLabels: {},
      alerts: ['shop', 'search'].map(alert),
    };
    expect((await call('POST', scenarios.service.api.url + webhook.path, body, {})).status).toBe(202);
    for (const [team, other] of [
      ['shop', 'search'],
      ['search', 'shop'],
    ] as const) {
      const [shown, ...more] = await until(
        async () => slack.shown(channels[team].name),
        (all) => all.length > 0,
        40_000,
      );
      expect(more).toEqual([]);
      expect(shown?.text).toContain(`<https://runbooks.example.com/${team}|Runbook>`);
      expect(shown?.text).toContain('Writes will fail.');
      expect(shown?.text).toContain(`team=${team}, cluster=eu-1`);
      expect(shown?.text).toMatch(team === 'shop' ? / CES?T \(2 hours ago\)/ : / UTC \(2 hours ago\)/);
      expect(shown?.text).not.toContain(other);
    }
  });
});
