import { describe, expect, it } from 'vitest';
import {
  alertNotice,
  digestNotice,
  HOSTILE,
  messages,
  outgoing,
  serviceNotice,
  testNotice,
} from '../../test/notices.js';
import { recordingHttp } from '../../test/recording-http.js';
import { isRemark } from './domain/remarks.js';
import { createMattermostProtocol } from './mattermost/protocol.js';
import { render as renderMattermost, renderReply as renderMattermostReply } from './mattermost/render.js';
import { createNtfyProtocol } from './ntfy/protocol.js';
import { render as renderNtfy } from './ntfy/render.js';
import { createOpsgenieProtocol } from './opsgenie/protocol.js';
import { createPagerDutyProtocol } from './pagerduty/protocol.js';
import { planEvents } from './pagerduty/plan-events.js';
import { render as renderPagerDuty } from './pagerduty/render.js';
import { render as renderSlack, renderReply } from './slack/render.js';
import { createSlackProtocol } from './slack/protocol.js';
import { render as renderCard } from './teams/render.js';
import { createTeamsProtocol } from './teams/protocol.js';
import type { OutgoingHttp } from './outgoing-http.js';
import { createWebhookProtocol } from './webhook/protocol.js';

const KEY = 'a'.repeat(32);
const NO_APPS = { has: () => Promise.resolve(false) };
const createSlack = (http: OutgoingHttp) => createSlackProtocol(http, NO_APPS);
const PROTOCOLS = [
  [createWebhookProtocol, { url: 'https://example.com/' }],
  [createSlack, { token: 'xoxb-1', channel: 'C1' }],
  [createSlack, { webhook_url: 'https://example.com/' }],
  [createTeamsProtocol, { url: 'https://example.com/' }],
  [createPagerDutyProtocol, { routing_key: KEY }],
  [createOpsgenieProtocol, { api_key: KEY }],
  [createMattermostProtocol, { url: 'https://example.com/hooks/a' }],
  [createMattermostProtocol, { server_url: 'https://example.com', token: 'bot', channel_id: 'c'.repeat(26) }],
  [createNtfyProtocol, { topic: 'alerts' }],
] as const;

it.each(PROTOCOLS)(
  '%o sends every kind of message with hostile text as valid JSON (options: %j)',
  async (createProtocol, options) => {
    const { http, requests } = recordingHttp(() => ({
      status: 200,
      body: { ok: true, channel: 'C1', ts: '1', id: 'p'.repeat(26) },
    }));
    const protocol = createProtocol(http);
    for (const message of messages(HOSTILE)) {
      const before = requests.length;
      const { verdict } = await protocol.send(outgoing(message, options));
      if (isRemark(message.type) && verdict.outcome === 'skipped') {
        expect(requests).toHaveLength(before);
        continue;
      }
      expect(verdict).toEqual({ outcome: 'sent' });
      expect(requests).toHaveLength(before + 1);
      expect(JSON.parse(requests.at(-1)?.text ?? '')).toBeTypeOf('object');
    }
  },
);

it.each(PROTOCOLS.slice(1))(
  '%o previews the content of its first request (options: %j)',
  async (createProtocol, options) => {
    const { http, requests } = recordingHttp(() => ({ status: 200, body: { ok: true } }));
    const protocol = createProtocol(http);
    for (const message of messages(HOSTILE)) {
      const given = outgoing(message, options);
      if ((await protocol.send(given)).verdict.outcome === 'skipped') continue;
      const { channel: _, ...sent } = JSON.parse(requests.at(-1)?.text ?? '');
      const content = protocol.preview?.(given) as { requests?: { body: object }[] };
      expect(content.requests?.[0]?.body ?? content).toMatchObject(sent);
    }
    expect(requests.length).toBeGreaterThan(3);
  },
);

/** Returns all texts of a JSON value, each with the type of the object that contains it. */
function collectTexts(value: unknown, type = ''): { type: string; text: string }[] {
  if (typeof value === 'string') return [{ type, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const ownType = (value as { type?: unknown }).type;
  return Object.values(value).flatMap((each) =>
    collectTexts(each, typeof ownType === 'string' ? ownType : type),
  );
}

describe('Slack', () => {
  it('shows text from senders only as plain text, without links and mentions', () => {
    const rendered = messages(HOSTILE).flatMap((message) => [
      renderSlack(outgoing(message, {})),
      renderReply(outgoing(message, {})),
    ]);
    for (const { text } of rendered) expect(text).not.toMatch(/[<>]|@here/);
    const shown = collectTexts(rendered.map(({ blocks }) => blocks)).filter(({ text }) =>
      text.includes('evil.example'),
    );
    expect(shown.length).toBeGreaterThan(messages(HOSTILE).length);
    for (const { type } of shown) expect(type).toBe('plain_text');
  });

  it('keeps to its limits', () => {
    const long = 'x'.repeat(5_000);
    for (const message of [...messages(HOSTILE), digestNotice(long)]) {
      for (const { text } of collectTexts(renderSlack(outgoing(message, {})).blocks))
        expect(text.length).toBeLessThanOrEqual(3_000);
    }
  });
});

const LONG_LINKS = ['runbook', 'dashboard', 'panel', 'source', 'generator'].map((name, at) => ({
  name,
  url: `https://example.com/${'&'.repeat(300 * (at + 1) ** 2)}`,
}));

it('long addresses of a sender are left out where a receiver would refuse the message, the longest first', () => {
  const notice = outgoing(alertNotice('opened', { links: LONG_LINKS }), {});
  const contexts = renderSlack(notice).blocks as { elements?: { text: string }[] }[];
  const links = contexts.flatMap(({ elements = [] }) => elements)[0]?.text ?? '';
  expect(links.length).toBeLessThanOrEqual(3_000);
  expect(links.split(' · ')).toHaveLength(2);
  expect(links).toMatch(/^<[^|]*\|Runbook> · <[^|]*\|Open in Tocsin>$/);
  const card = JSON.stringify(renderCard(notice));
  expect(Buffer.byteLength(card)).toBeLessThanOrEqual(28 * 1024);
  expect(card).toContain('Open in Tocsin');
});

it('Slack shows twenty fields of a template', () => {
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field ${n}`, n]));
  const { blocks } = renderSlack(outgoing(alertNotice('opened'), {}, { body: { fields } }));
  const shown = collectTexts(blocks).filter(({ text }) => text.startsWith('field '));
  expect(shown).toHaveLength(20);
  for (const block of blocks as { fields?: unknown[] }[])
    expect(block.fields?.length ?? 0).toBeLessThanOrEqual(10);
});

describe('Teams', () => {
  it('shows text from senders only in text runs, which are not read as Markdown', () => {
    for (const message of messages(HOSTILE)) {
      const shown = collectTexts(renderCard(outgoing(message, {}))).filter(({ text }) =>
        text.includes('evil.example'),
      );
      expect(shown.length).toBeGreaterThan(0);
      for (const { type } of shown) expect(type).toBe('TextRun');
    }
  });

  it('shortens long titles so that a card is at most 28 KiB', () => {
    const sizes = ['Disk full', '磁盘已满'.repeat(100)].map((title) =>
      Buffer.byteLength(JSON.stringify(renderCard(outgoing(digestNotice(title), {})))),
    );
    for (const size of sizes) expect(size).toBeLessThanOrEqual(28 * 1024);
    expect(JSON.stringify(renderCard(outgoing(digestNotice('磁盘已满'.repeat(100)), {})))).toContain(
      '磁盘已满',
    );
  });
});

describe('Mattermost', () => {
  const render = (message: Parameters<typeof outgoing>[0]) => renderMattermost(outgoing(message, {}));
  const NOTICE = 'https://tocsin.example.com/';

  it('shows text from senders without markup, links, emoji and mentions', () => {
    const hostile = `${HOSTILE.slice(0, 200)} @channel @jane a.@all :fire: #tag ~town-square C:\\*x* $x$`;
    const attachments = messages(hostile).flatMap((message) => [
      ...render(message),
      ...renderMattermostReply(outgoing(message, {})),
    ]);
    const plain = attachments.map(({ fallback }) => fallback);
    const markdown = attachments.flatMap(({ title = '', title_link, text, fields = [] }) => [
      ...(title_link === undefined ? [title] : []),
      ...text.split('\n').filter((line) => !line.includes(`](${NOTICE}`)),
      ...fields.flatMap((field) => [field.title, field.value]),
    ]);
    expect(markdown.some((text) => text.includes('evil'))).toBe(true);
    for (const text of markdown) {
      expect(text.replaceAll(/&#\d+;/g, '')).not.toMatch(/[\\`*_{}[\]()#+.!~|<>&:$=-]/);
      expect(text).not.toContain('://');
    }
    for (const text of [...plain, ...markdown, ...attachments.map(({ title = '' }) => title)])
      expect(text).not.toMatch(/(?<![a-z0-9])@[a-z]/i);
  });

  it('shows text from senders as they wrote it', () => {
    const [{ text }] = render(alertNotice('opened', { description: 'a_b *c* <d> 100% & C:\\x' }));
    const shown = text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(shown).toContain('a_b *c* <d> 100% & C:\\x');
  });

  it('links to pages of senders without ending the link', () => {
    const links = [{ name: 'runbook', url: 'https://a.example/(x)[y]|<z>"' }];
    expect(render(alertNotice('opened', { links }))[0].text).toContain(
      '[Runbook](https://a.example/%28x%29%5by%5d%7c%3cz%3e%22) · [Open in Tocsin](',
    );
  });

  it('keeps a message to 16,383 characters, with the last link', () => {
    for (const title of ['*'.repeat(5_000), '磁盘已满'.repeat(100)])
      for (const message of [...messages(title), digestNotice(title)]) {
        const [attachment] = render(message);
        expect(JSON.stringify(attachment).length).toBeLessThanOrEqual(16_383);
        if (message.type !== 'subscription.test') expect(attachment.text).toContain('Open in Tocsin');
      }
  });
});

describe('ntfy', () => {
  it('keeps to the limits of the server: bytes of a message and of a request, buttons and their addresses', () => {
    const links = ['runbook', 'dashboard', 'panel', 'source'].map((name) => ({
      name,
      url: `https://example.com/${'x'.repeat(2_000)}`,
    }));
    for (const title of ['"\\'.repeat(5_000), '磁盘已满'.repeat(100), '🔥'.repeat(5_000)])
      for (const message of [
        ...messages(title),
        digestNotice(title),
        alertNotice('opened', { title, links, description: `${title}\n`.repeat(20) }),
      ]) {
        const rendered = renderNtfy(outgoing(message, {}), 't'.repeat(64));
        expect(Buffer.byteLength(rendered.message)).toBeLessThan(4_096);
        expect(Buffer.byteLength(JSON.stringify(rendered))).toBeLessThan(8_192);
        expect(rendered.message.isWellFormed()).toBe(true);
        expect(rendered.actions?.length ?? 0).toBeLessThanOrEqual(3);
        expect(rendered.title.length).toBeLessThanOrEqual(700);
      }
  });
});

describe('PagerDuty', () => {
  const renderEvent = (message: Parameters<typeof outgoing>[0]) => {
    const given = outgoing(message, { routing_key: KEY });
    return renderPagerDuty(given, planEvents(given).event) as Record<
      string,
      Record<string, unknown> | string
    >;
  };

  it('gets severities in its own terms', () => {
    const severities = (['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'] as const).map(
      (severity) =>
        (renderEvent(alertNotice('opened', { severity }))['payload'] as { severity: string }).severity,
    );
    expect(severities).toEqual(['critical', 'error', 'warning', 'info', 'warning', 'info']);
  });

  it('resolves the event of a silent source when it is back, and uses other keys for other notices', () => {
    const [silent, back, other] = [
      renderEvent(serviceNotice()),
      renderEvent(serviceNotice('source.back')),
      renderEvent(serviceNotice('quota.low')),
    ];
    expect([silent['event_action'], back['event_action']]).toEqual(['trigger', 'resolve']);
    expect(back['dedup_key']).toBe(silent['dedup_key']);
    expect(other['dedup_key']).not.toBe(silent['dedup_key']);
    expect(renderEvent(testNotice())['dedup_key']).not.toBe(renderEvent(digestNotice())['dedup_key']);
  });

  it('keeps to its limits', () => {
    for (const message of messages('x'.repeat(5_000))) {
      const { dedup_key = '', payload } = renderEvent(message);
      expect(String(dedup_key).length).toBeLessThanOrEqual(255);
      expect(String((payload as Record<string, unknown>)['summary']).length).toBeLessThanOrEqual(1_024);
    }
  });
});
