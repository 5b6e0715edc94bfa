import { expect } from 'vitest';
import { alarm, createTestDomain, notificationUrl } from './notified-domain.js';
import { call, until } from './client.js';
import { createPress, findButtons, postPress, type AppUnderPress } from './receivers/press-button.js';
import type { startSlackWorkspace } from './receivers/slack.js';
import type { Service } from './service.js';
import { SLACK_TOKEN, type SlackMessage } from './slack-double.js';

export type SlackWorkspace = Awaited<ReturnType<typeof startSlackWorkspace>>;

export const createSigningSecret = () => crypto.randomUUID().replaceAll('-', '');

/** Creates the record of a Slack app. */
export async function createSlackApp(
  service: Service,
  slack: SlackWorkspace,
  domain_id: string,
  more: object = {},
): Promise<AppUnderPress & { readonly slack_app_id: string; readonly app_key: string }> {
  const signing_secret = createSigningSecret();
  const { status, body } = await call<{ slack_app_id: string; request_url: string }>(
    'POST',
    notificationUrl(service, 'slack-apps'),
    {
      ...{ domain_id, name: crypto.randomUUID(), signing_secret },
      ...{ bot_token: SLACK_TOKEN, api_url: slack.api_url, ...more },
    },
  );
  expect([status, body]).toMatchObject([201, { slack_app_id: expect.stringMatching(/^slack_app_/) }]);
  const { pathname } = new URL(body.request_url);
  const [, app_key = ''] = /^\/notification\/v1\/slack\/(\w{32})\/actions$/.exec(pathname) ?? [];
  expect(app_key).not.toBe('');
  return {
    slack_app_id: body.slack_app_id,
    app_key,
    signing_secret,
    request_url: service.api.url + pathname,
  };
}

/** Creates a domain whose alerts are posted to a channel with buttons. */
export async function createButtonDomain(
  service: Service,
  slack: SlackWorkspace,
  { app: appFields = {}, ...more }: { readonly app?: object } & Readonly<Record<string, unknown>> = {},
) {
  const channel = slack.createChannel();
  const domain = await createTestDomain(
    service,
    { url: '', secrets: [] },
    { name: 'ops', protocol_id: 'slack', options: channel.byName, ...more },
  );
  const { domain_id, subscription } = domain;
  const { subscription_id } = subscription;
  const app = await createSlackApp(service, slack, domain_id, appFields);
  const options = { ...channel.byName, slack_app_id: app.slack_app_id };
  const changed = await call('PUT', notificationUrl(service, `subscription/${subscription_id}`), {
    domain_id,
    options,
  });
  expect(changed.status).toBe(200);

  const findMessage = (): SlackMessage | undefined =>
    slack.messages.find(
      (each) => each.channel === slack.channels.get(channel.name) && each.thread_ts === undefined,
    );
  const waitForMessage = (isDone: (message: SlackMessage) => boolean = () => true) =>
    until(
      async () => findMessage(),
      (found) => found !== undefined && isDone(found),
    ) as Promise<SlackMessage>;
  const findAlert = async () => {
    const url = `${service.api.url}/monitoring/v1/alerts?domain_id=${domain_id}`;
    const { body } = await call<{ results: { alert_id: string }[] }>('GET', url);
    return body.results[0]?.alert_id ?? '';
  };
  return {
    ...domain,
    subscription_id,
    app,
    channel,
    waitForMessage,
    findAlert,
    openAlert: async (title = 'Disk full') => {
      await domain.send(alarm('disk', { title }));
      return waitForMessage();
    },
    /** Presses a button of the message as it is shown now. */
    press: (user_id: string, name: string) => {
      const button = findButtons(findMessage() ?? { blocks: [] }).find(({ action_id }) => action_id === name);
      expect(button, `a button ${name}`).toBeDefined();
      const response_url = slack.createResponseUrl(user_id);
      return postPress(app, createPress(button ?? {}, { user_id, response_url }));
    },
    readAlert: async () => {
      const url = `${service.api.url}/monitoring/v1/alert/${await findAlert()}?domain_id=${domain_id}`;
      return (await call<Record<string, unknown>>('GET', url)).body;
    },
    /** What the person has been shown, once there is so much. */
    waitForEphemerals: (user_id: string, count = 1) =>
      until(
        async () => slack.ephemerals.filter((each) => each.user_id === user_id).map(({ text }) => text),
        ({ length }) => length >= count,
      ),
  };
}
