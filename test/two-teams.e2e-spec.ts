import { afterAll, beforeAll, expect, it } from 'vitest';
import { Follower } from './chaos/follower.js';
import { call, createWebhook, until } from './client.js';
import { notificationUrl } from './notified-domain.js';
import { createPress, findButtons, postPress } from './receivers/press-button.js';
import { startSlackWorkspace } from './receivers/slack.js';
import { startService, type Service } from './service.js';
import { createSlackApp, type SlackWorkspace } from './slack-app.js';
import { SLACK_TEAM, type SlackMessage } from './slack-double.js';

let service: Service;
const workspaces: SlackWorkspace[] = [];
beforeAll(async () => {
  service = await startService({
    ...{ PUBLIC_URL: 'https://tocsin.example.com', NOTIFICATION_ALLOW: '127.0.0.1' },
  });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  for (const workspace of workspaces) workspace.close();
});

const DOMAIN = 'acme';
const ANN = { user_id: 'U0ANN', email: 'ann@example.com' };

/** A team with its own workspace, which gets the alerts with its label. */
async function createTeam(team: string) {
  const slack = await startSlackWorkspace();
  workspaces.push(slack);
  const { slack_app_id, ...app } = await createSlackApp(service, slack, DOMAIN);
  const channel = slack.createChannel();
  const { status } = await call('POST', notificationUrl(service, 'subscriptions'), {
    ...{ domain_id: DOMAIN, name: `team ${team}`, protocol_id: 'slack' },
    options: { ...channel.byId, channel: channel.name, slack_app_id },
    filter: [{ k: 'labels.team', v: team, o: 'eq' }],
  });
  expect(status).toBe(201);
  const waitForMessage = (isDone: (message: SlackMessage) => boolean = () => true) =>
    until(
      async () => slack.messages.find(({ thread_ts }) => thread_ts === undefined),
      (found) => found !== undefined && isDone(found),
    ) as Promise<SlackMessage>;
  return { slack, app, waitForMessage };
}

const createAlarm = (team: string) => ({
  status: 'firing',
  labels: { alertname: 'DiskFull', team, severity: 'critical', instance: `db-${team}` },
  annotations: {
    summary: `Disk of team ${team} is full`,
    runbook_url: `https://runbooks.example.com/${team}/disk-full`,
  },
  startsAt: '2026-11-20T10:00:00.000Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: `http://prometheus.example.com/graph?team=${team}`,
  fingerprint: `f00${team}`,
});

it('a group of two teams reaches both, each with its runbook; what ann presses, bob sees within a second', async () => {
  const [a, b] = [await createTeam('a'), await createTeam('b')];
  a.slack.users.set(ANN.user_id, { email: ANN.email, team_id: SLACK_TEAM });
  const createKey = async (user_id: string, role: string) =>
    (
      await call<{ api_key: string }>('POST', `${service.api.url}/identity/v1/api-keys`, {
        ...{ domain_id: DOMAIN, user_id, role },
      })
    ).body.api_key;
  await createKey(ANN.email, 'MEMBER');
  const bob = await createKey('bob@example.com', 'VIEWER');
  const webhook = await createWebhook(service.api.url, 'prometheus', DOMAIN);
  const group = {
    ...{ version: '4', groupKey: '{}:{alertname="DiskFull"}', truncatedAlerts: 0, status: 'firing' },
    ...{ receiver: 'tocsin', externalURL: 'http://alertmanager.example.com' },
    ...{
      groupLabels: { alertname: 'DiskFull' },
      commonLabels: { alertname: 'DiskFull' },
      commonAnnotations: {},
    },
    alerts: [createAlarm('a'), createAlarm('b')],
  };
  expect((await call('POST', service.api.url + webhook.path, group, {})).status).toBe(202);

  const [message, other] = [await a.waitForMessage(), await b.waitForMessage()];
  const [textA, textB] = [JSON.stringify(message.blocks), JSON.stringify(other.blocks)];
  expect(textA).toContain('https://runbooks.example.com/a/disk-full|Runbook');
  expect(textB).toContain('https://runbooks.example.com/b/disk-full|Runbook');
  expect([textA.includes('team b'), textB.includes('team a')]).toEqual([false, false]);

  const page = await Follower.open(`${service.api.url}/monitoring/v1/alerts/stream?domain_id=${DOMAIN}`, {
    key: bob,
  });
  await until(
    async () => page.lastId,
    (id) => id !== '',
  );
  const acknowledge = findButtons(message).find(({ action_id }) => action_id === 'tocsin_acknowledge');
  const response_url = a.slack.createResponseUrl(ANN.user_id);
  const press = createPress(acknowledge ?? {}, { user_id: ANN.user_id, response_url });
  const begun = performance.now();
  expect((await postPress(a.app, press)).status).toBe(200);
  const shown = await until(
    async () => page.messages.map(({ data }) => data).find((data) => data.includes('alert.acknowledged')),
    (found) => found !== undefined,
    5_000,
  );
  const elapsed = performance.now() - begun;
  page.close();
  expect(JSON.parse(shown ?? '')).toMatchObject({
    type: 'alert.acknowledged',
    data: {
      alert: { title: 'Disk of team a is full', acknowledged: true, acknowledged_by: ANN.email },
      change: { actor: ANN.email },
    },
  });
  expect(elapsed).toBeLessThan(1_000);
  const edited = await a.waitForMessage(({ edits }) => edits > 0);
  expect(edited.text).toContain(`Acknowledged by ${ANN.email}`);
  expect((await b.waitForMessage()).edits).toBe(0);
});
