import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, until } from '../client.js';
import { alarm, createTestDomain, recovery } from '../notified-domain.js';
import { startPagerDutyAccount } from './pagerduty.js';
import { SCENARIO, startScenarios } from './scenarios.js';
import { startSlackWorkspace } from './slack.js';
import { startMailboxes } from './smtp.js';
import { startTeamsChannel } from './teams.js';

/*
 * What people see in the end. They fear messages that nobody updates, that appear twice, or that never come because the
 * receiver limits its rate or the length of a message.
 * Elsewhere: mentions, links and markup of senders (chat-protocols.e2e-spec.ts, email.e2e-spec.ts); an incoming webhook of
 * Slack, and an unknown key of PagerDuty (chat-protocols.e2e-spec.ts); refused recipients (email.e2e-spec.ts).
 */

let scenarios: Awaited<ReturnType<typeof startScenarios>>;
let slack: Awaited<ReturnType<typeof startSlackWorkspace>>;
let teams: Awaited<ReturnType<typeof startTeamsChannel>>;
let pagerDuty: Awaited<ReturnType<typeof startPagerDutyAccount>>;
let smtp: Awaited<ReturnType<typeof startMailboxes>>;
beforeAll(async () => {
  [slack, teams, pagerDuty, smtp] = await Promise.all([
    startSlackWorkspace(),
    startTeamsChannel(),
    startPagerDutyAccount(),
    startMailboxes(),
  ]);
  scenarios = await startScenarios({ SMTP_URL: smtp.url, MAIL_FROM: 'tocsin@example.com' });
});
afterAll(async () => {
  await scenarios?.stop();
  for (const receiver of [slack, teams, pagerDuty, smtp]) await receiver?.close();
});

async function createDomain(protocol_id: string, options: object, more: object = {}) {
  const fields = { protocol_id, options, ...more };
  const domain = await createTestDomain(scenarios.service, { url: '', secrets: [] }, fields);
  return {
    ...domain,
    waitForSent: (count: number) =>
      until(
        domain.notifications,
        (all) => all.filter(({ state }) => state === 'SENT').length >= count,
        40_000,
      ),
  };
}
const eventually = <T>(read: () => T, isDone: (value: T) => boolean) =>
  until(async () => read(), isDone, 40_000);

describe.concurrent('Slack shows', () => {
  it('one message for an alert, with its newest state and all changes in its thread', SCENARIO, async () => {
    const { name, byId } = slack.createChannel();
    const { send, waitForSent } = await createDomain('slack', byId);
    await send(alarm('disk'));
    await waitForSent(1);
    await send(alarm('disk', { severity: 'CRITICAL' }));
    await waitForSent(2);
    await send(recovery('disk'));
    await waitForSent(3);
    expect(slack.shown(name)).toEqual([
      {
        text: expect.stringContaining('Resolved: disk'),
        edits: 2,
        thread: [expect.stringContaining('Escalated'), expect.stringContaining('Resolved')],
      },
    ]);
    expect(slack.broadcasts(name)).toEqual([expect.stringContaining('Escalated')]);
  });

  it('a new message if a person has deleted that of the alert', SCENARIO, async () => {
    const { name, byId } = slack.createChannel();
    const { send, waitForSent } = await createDomain('slack', byId);
    await send(alarm('disk'));
    await waitForSent(1);
    slack.deleteFirst(name);
    await send(recovery('disk'));
    await waitForSent(2);
    expect(slack.shown(name)).toEqual([
      { text: expect.stringContaining('Resolved: disk'), edits: 0, thread: [] },
    ]);
  });

  it('everything in a channel that was renamed, if the subscription has its id', SCENARIO, async () => {
    const { name, byId } = slack.createChannel();
    const { send, waitForSent } = await createDomain('slack', byId);
    await send(alarm('disk'));
    await waitForSent(1);
    slack.rename(name, '#renamed-by-id');
    await send(recovery('disk'), alarm('cpu'));
    await waitForSent(3);
    expect(slack.shown('#renamed-by-id')).toMatchObject([
      { text: expect.stringContaining('Resolved: disk') },
      { text: expect.stringContaining('Opened: cpu') },
    ]);
  });

  it(
    'changes of its alerts in a channel that was renamed; new alerts fail if it has the name',
    SCENARIO,
    async () => {
      const { name, byName } = slack.createChannel();
      const { send, notifications, waitForSent } = await createDomain('slack', byName);
      await send(alarm('disk'));
      await waitForSent(1);
      slack.rename(name, '#renamed-by-name');
      await send(recovery('disk'), alarm('cpu'));
      await waitForSent(2);
      expect(slack.shown('#renamed-by-name')).toMatchObject([
        { text: expect.stringContaining('Resolved: disk') },
      ]);
      const all = await until(notifications, (found) => found.some(({ state }) => state === 'FAILED'));
      expect(all.find(({ state }) => state === 'FAILED')).toMatchObject({
        title: 'cpu',
        reason: expect.stringContaining('channel_not_found'),
      });
    },
  );

  it('each of several alerts once, although it takes one message a second', SCENARIO, async () => {
    const strict = await startSlackWorkspace();
    try {
      strict.limits.areEnforced = true;
      const { name, byId } = strict.createChannel();
      const { send, waitForSent } = await createDomain('slack', byId);
      await send(alarm('disk'), alarm('cpu'));
      await waitForSent(2);
      const texts = strict.shown(name).map(({ text }) => text);
      expect(texts).toHaveLength(2);
      for (const key of ['disk', 'cpu']) expect(texts.join('\n')).toContain(`Opened: ${key}`);
    } finally {
      strict.close();
    }
  });

  it(
    'a change once in the thread, although the reply was refused for a time after the edit',
    SCENARIO,
    async () => {
      const strict = await startSlackWorkspace();
      try {
        const { name, byId } = strict.createChannel();
        const { send, waitForSent } = await createDomain('slack', byId);
        await send(alarm('disk'));
        await waitForSent(1);
        strict.refuseNextPost();
        await send(recovery('disk'));
        await waitForSent(2);
        expect(strict.limits.refusals).toBe(1);
        expect(strict.shown(name)).toMatchObject([
          { text: expect.stringContaining('Resolved: disk'), thread: [expect.stringContaining('Resolved')] },
        ]);
      } finally {
        strict.close();
      }
    },
  );
});

async function subscribeIncidents() {
  const routing_key = pagerDuty.createRoutingKey();
  const domain = await createDomain('pagerduty', { routing_key, url: pagerDuty.url });
  return { ...domain, routing_key };
}

describe.concurrent('PagerDuty', () => {
  it(
    'pages once for an alert, and its acknowledgement and resolution go to the same incident',
    SCENARIO,
    async () => {
      const { domain_id, routing_key, send, waitForSent } = await subscribeIncidents();
      await send(alarm('disk'));
      await waitForSent(1);
      const [incident] = pagerDuty.open(routing_key);
      expect(incident).toMatchObject({ state: 'triggered', severities: ['error'] });
      const url = `${scenarios.service.api.url}/monitoring/v1/alert/${incident?.dedup_key}/acknowledge`;
      expect((await call('PUT', url, { domain_id })).status).toBe(200);
      await eventually(
        () => pagerDuty.open(routing_key),
        ([first]) => first?.state === 'acknowledged',
      );
      await waitForSent(2);
      await send(recovery('disk'));
      await eventually(
        () => pagerDuty.open(routing_key),
        (open) => open.length === 0,
      );
      expect(pagerDuty.pages(routing_key)).toEqual([
        { summary: expect.stringContaining('disk'), severity: 'error' },
      ]);
    },
  );

  it('pages for each alert, and resolves only the one that has recovered', SCENARIO, async () => {
    const { routing_key, send, waitForSent } = await subscribeIncidents();
    await send(alarm('disk'), alarm('cpu'));
    await waitForSent(2);
    await send(recovery('disk'));
    await waitForSent(3);
    expect(pagerDuty.pages(routing_key)).toHaveLength(2);
    expect(pagerDuty.open(routing_key)).toMatchObject([{ summary: expect.stringContaining('cpu') }]);
  });

  it('pages again for an alert that opens again', SCENARIO, async () => {
    const { routing_key, send, waitForSent } = await subscribeIncidents();
    await send(alarm('disk'));
    await waitForSent(1);
    await send(recovery('disk'));
    await waitForSent(2);
    await send(alarm('disk'));
    await waitForSent(3);
    expect(pagerDuty.pages(routing_key)).toHaveLength(2);
    expect(pagerDuty.open(routing_key)).toHaveLength(1);
  });

  it('that limits the rate pages nevertheless, and once', SCENARIO, async () => {
    const strict = await startPagerDutyAccount();
    try {
      strict.limits.throttled = 1;
      const routing_key = strict.createRoutingKey();
      const { send, waitForSent } = await createDomain('pagerduty', { routing_key, url: strict.url });
      await send(alarm('disk'));
      await waitForSent(1);
      expect(strict.limits).toEqual({ throttled: 0, refusals: 1 });
      expect(strict.pages(routing_key)).toHaveLength(1);
    } finally {
      strict.close();
    }
  });
});

describe.concurrent('a mailbox shows', () => {
  it('one conversation for each alert, to each recipient', SCENARIO, async () => {
    const [jane, joe] = [smtp.createAddress('jane'), smtp.createAddress('joe')];
    const { send, waitForSent } = await createDomain('email', { to: [jane, joe] });
    await send(alarm('disk', { title: 'Disk full' }));
    await waitForSent(1);
    await send(recovery('disk'), alarm('cpu'));
    await waitForSent(3);
    for (const address of [jane, joe]) {
      const threads = smtp.threads(address).map((thread) => thread.map(({ subject }) => subject));
      expect(threads).toContainEqual(['[ERROR] Disk full', '[RESOLVED] Disk full']);
      expect(threads).toContainEqual(['[ERROR] cpu']);
      expect(threads).toHaveLength(2);
    }
  });

  it('a mail that was refused for a time once', SCENARIO, async () => {
    const address = smtp.createAddress();
    smtp.refuse(address, 451, 'greylisted, try later');
    const { send, notifications, waitForSent } = await createDomain('email', { to: [address] });
    await send(alarm('disk'));
    await until(notifications, ([first]) => (first?.reason ?? null) !== null);
    smtp.accept(address);
    await waitForSent(1);
    expect(smtp.mailbox(address)).toHaveLength(1);
  });

  it('long titles in any language without a line that servers reject', SCENARIO, async () => {
    const address = smtp.createAddress();
    const { send, waitForSent } = await createDomain('email', { to: [address] });
    await send(alarm('disk', { title: 'Festplatte läuft über 満杯 🔥 '.repeat(40) }));
    await waitForSent(1);
    expect(smtp.threads(address)).toHaveLength(1);
  });
});

describe.concurrent('Teams shows', () => {
  it('a digest of many long titles, shortened to what it accepts', SCENARIO, async () => {
    const group = { by: ['severity'], wait: 3, interval: 60 };
    const { send, waitForSent } = await createDomain('teams', { url: teams.url }, { group });
    await send(...Array.from({ length: 40 }, (_, n) => alarm(`${n}`, { title: '🔥'.repeat(250) })));
    await waitForSent(40);
    const cards = teams.shown().filter((text) => text.includes('🔥'));
    expect(cards).toHaveLength(1);
    expect(cards[0]).toContain('40');
  });

  it('each alert once, although it takes four messages a second', SCENARIO, async () => {
    const strict = await startTeamsChannel();
    try {
      strict.limits.areEnforced = true;
      const { send, waitForSent } = await createDomain('teams', { url: strict.url });
      const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `strict ${key}`);
      await send(...keys.map((key) => alarm(key)));
      await waitForSent(6);
      const headlines = strict.shown().map((text) => text.split('\n')[0]);
      expect(headlines.toSorted()).toEqual(keys.map((key) => `Opened: ${key}`));
    } finally {
      strict.close();
    }
  });
});
