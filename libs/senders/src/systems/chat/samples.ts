import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const slack = (word: string, color: string): unknown => ({
  username: 'monitoring',
  attachments: [
    {
      color,
      fallback: `[${word}] Disk is full`,
      title: `[${word}] Disk is full`,
      title_link: 'https://mon.example.com/17',
      text: '97 % of /var',
      fields: [
        { title: 'Host', value: 'db-1', short: true },
        { title: 'Severity', value: 'critical', short: true },
      ],
      ts: 1741083300,
    },
  ],
});
const card = (word: string): unknown => ({
  '@type': 'MessageCard',
  '@context': 'https://schema.org/extensions',
  themeColor: '808080',
  summary: 'Queue is long',
  title: `${word}: Queue is long`,
  text: 'more than 90 %',
  sections: [{ facts: [{ name: 'Host', value: 'db-1' }] }],
  potentialAction: [
    { '@type': 'OpenUri', name: 'View', targets: [{ os: 'default', uri: 'https://mon.example.com/17' }] },
  ],
});
const adaptive = (title: string): unknown => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: title, weight: 'Bolder' },
          { type: 'TextBlock', text: 'more than 90 %' },
          { type: 'FactSet', facts: [{ title: 'Host', value: 'db-1' }] },
        ],
        actions: [{ type: 'Action.OpenUrl', title: 'View', url: 'https://mon.example.com/17' }],
      },
    },
  ],
});
const discord = (title: string, color: number): unknown => ({
  username: 'monitoring',
  embeds: [
    {
      title,
      color,
      timestamp: '2025-03-04T10:15:00.000Z',
      fields: [
        { name: 'Service Name', value: 'Shop' },
        { name: 'Error', value: 'timeout' },
      ],
    },
  ],
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'Slack, with an attachment',
    slack('FIRING:1', 'danger'),
    {
      event_key: 'Disk full/db-1',
      event_type: 'ALERT',
      title: '[FIRING:1] Disk is full',
      description: '97 % of /var',
      severity: 'CRITICAL',
      resource: { resource_type: 'host', name: 'db-1' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
      additional_info: { link: 'https://mon.example.com/17' },
    },
    { incident: 'slack' },
  ),
  posted(
    'Slack, over',
    slack('RESOLVED', 'good'),
    { event_key: 'Disk full/db-1', event_type: 'RECOVERY' },
    { incident: 'slack' },
  ),
  posted(
    'Slack, with blocks',
    {
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: ':fire: Queue is long' } },
        { type: 'section', text: { type: 'mrkdwn', text: '*Host:* mq-1' } },
      ],
    },
    {
      event_key: 'Queue long/mq-1',
      event_type: 'ALERT',
      title: ':fire: Queue is long',
      resource: { name: 'mq-1' },
    },
  ),
  posted(
    'Slack, text alone, as a form',
    `payload=${encodeURIComponent('{"text":"<https://mon.example.com|Shop> is down"}')}`,
    { event_key: 'Shop', event_type: 'ALERT', title: 'Shop is down' },
    { content_type: 'application/x-www-form-urlencoded', incident: 'text' },
  ),
  posted(
    'Slack, text alone, over',
    { text: 'Shop is up again', attachments: [{ color: '#2eb886', text: 'after 3 minutes' }] },
    { event_key: 'Shop', event_type: 'RECOVERY' },
    { incident: 'text' },
  ),
  posted(
    'Teams, a message card',
    card('PROBLEM'),
    {
      event_key: 'Queue long/db-1',
      event_type: 'ALERT',
      title: 'PROBLEM: Queue is long',
      resource: { name: 'db-1' },
      additional_info: { link: 'https://mon.example.com/17' },
    },
    { incident: 'card' },
  ),
  posted(
    'Teams, a message card, over',
    card('OK'),
    { event_key: 'Queue long/db-1', event_type: 'RECOVERY' },
    { incident: 'card' },
  ),
  posted(
    'Teams, an adaptive card',
    adaptive('Pool is empty'),
    {
      event_key: 'Pool empty/db-1',
      event_type: 'ALERT',
      title: 'Pool is empty',
      description: 'more than 90 %',
    },
    { incident: 'adaptive' },
  ),
  posted(
    'Teams, an adaptive card, over',
    adaptive('Resolved: Pool is empty'),
    { event_key: 'Pool empty/db-1', event_type: 'RECOVERY' },
    { incident: 'adaptive' },
  ),
  posted('Discord', discord('❌ Your service Shop went down. ❌', 16_711_680), {
    event_key: 'service Shop',
    event_type: 'ALERT',
    resource: { resource_type: 'servicename', name: 'Shop' },
    occurred_at: new Date('2025-03-04T10:15:00Z'),
  }),
  posted('Discord, over', discord('✅ Your service Shop is up! ✅', 65_280), {
    event_key: 'service Shop',
    event_type: 'RECOVERY',
  }),
  posted(
    'Google Chat',
    {
      cardsV2: [
        {
          card: {
            header: { title: 'Disk is full' },
            sections: [{ widgets: [{ decoratedText: { topLabel: 'Host', text: 'db-1' } }] }],
          },
        },
      ],
    },
    { event_key: 'Disk full/db-1', event_type: 'ALERT', title: 'Disk is full' },
  ),
  posted(
    'Feishu',
    {
      msg_type: 'interactive',
      card: {
        header: { title: { tag: 'plain_text', content: 'Disk is full' }, template: 'green' },
        elements: [{ tag: 'markdown', content: 'Host: db-1' }],
      },
    },
    { event_key: 'Disk full/db-1', event_type: 'RECOVERY' },
  ),
  posted(
    'DingTalk and WeCom',
    { msgtype: 'markdown', markdown: { title: 'Disk is full', text: '#### Disk is full\nHost: db-1' } },
    { event_key: 'Disk full/db-1', event_type: 'ALERT' },
  ),
  posted(
    'lines of names and texts, as for Telegram',
    {
      text: 'Ticket ID: T-17\nMessage Type: Resolved\nSummary: Disk is full\nTicket Priority: P2\nTarget Name: db-1',
      disable_notification: 'false',
    },
    {
      event_key: 'T-17',
      event_type: 'RECOVERY',
      title: 'Disk is full',
      severity: 'ERROR',
      resource: { name: 'db-1' },
    },
  ),
  posted('nothing is said', { attachments: [] }, 'ERROR'),
  posted(
    'what is no longer there is no end',
    { text: 'db-1 is no longer reachable', username: 'monitoring' },
    { event_type: 'ALERT', title: 'db-1 is no longer reachable' },
  ),
  posted(
    'a figure that is up is no end',
    { text: 'Error rate is up 300%', username: 'monitoring' },
    { event_type: 'ALERT' },
  ),
  posted(
    'an alert that no longer fires',
    { text: 'The queue is no longer in alert', username: 'monitoring' },
    { event_type: 'RECOVERY' },
  ),
];
