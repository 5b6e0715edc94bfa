/** Secrets of receivers in chats and on phones, invented for the test. */
export const CHAT_SECRETS = {
  'a key in the URL of an incoming webhook': 'KeyOfAnIncomingWebhook4711',
  'a signature in the URL of a workflow': 'signature/of+a-workflow-4711',
  'a token of Slack': 'xoxb-4711-token-of-slack',
  'a key in the URL of a webhook of Mattermost': 'keyofanincomingwebhook4711',
  'a token of a bot': 'token-of-a-bot-of-mattermost-4711',
  'a topic': 'topic-of-the-phones-4711',
  'a password of ntfy': 'password/of+a user of ntfy',
} as const;

/** Returns protocols with options that have these secrets. */
export function listChatReceivers(url: string): readonly (readonly [protocol_id: string, options: object])[] {
  const hook = CHAT_SECRETS['a key in the URL of an incoming webhook'];
  const signature = encodeURIComponent(CHAT_SECRETS['a signature in the URL of a workflow']);
  const bot = { token: CHAT_SECRETS['a token of a bot'], channel_id: 'c4711'.padEnd(26, '0') };
  const user = { username: 'operator', password: CHAT_SECRETS['a password of ntfy'] };
  return [
    ['slack', { webhook_url: `${url}/services/T01234567/B01234567/${hook}` }],
    ['slack', { token: CHAT_SECRETS['a token of Slack'], channel: 'C1', api_url: url }],
    ['teams', { url: `${url}/workflows/1/invoke?sp=%2Frun&sig=${signature}` }],
    ['mattermost', { url: `${url}/hooks/${CHAT_SECRETS['a key in the URL of a webhook of Mattermost']}` }],
    ['mattermost', { server_url: url, ...bot }],
    ['ntfy', { server_url: url, topic: CHAT_SECRETS['a topic'], ...user }],
  ];
}
