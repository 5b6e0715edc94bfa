import { describe, expect, it } from 'vitest';
import { parseJson, type Json } from '#shared/kernel/json.js';
import type { PluginEvent } from '#senders/plugin-api/plugin.js';
import { sanitiseAcknowledgement, sanitiseEvent } from './sanitise-event.js';

const plain: PluginEvent = {
  event_key: 'k',
  event_type: 'ALERT',
  title: 't',
  raw_data: { a: 1 },
  pointer: '',
};
const clean = (event: Partial<PluginEvent>) => sanitiseEvent({ ...plain, ...event });
const raw = (raw_data: Json) => clean({ raw_data }).raw_data;
/** An event of any shape, as a remote plugin may return it. */
const untyped = (event: unknown) => sanitiseEvent(event as PluginEvent);

describe('labels and links', () => {
  it('cuts labels that are too long, and names them', () => {
    const labels = { team: 'shop', ['n'.repeat(200)]: 'x', note: 'é'.repeat(2_000), nul: 'a\0b' };
    const event = clean({ labels, additional_info: { a: 1 } });
    const name = `${'n'.repeat(127)}…`;
    expect(event.labels).toEqual({
      team: 'shop',
      [name]: 'x',
      note: `${'é'.repeat(1_023)}…`,
      nul: 'a\ufffdb',
    });
    expect(parseJson(event.additional_info)).toEqual({ a: 1, cut_labels: [name, 'note'] });
  });

  it('has at most 64 labels, and names the others', () => {
    const event = clean({
      labels: Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`l${at}`, 'x'])),
    });
    expect(Object.keys(event.labels)).toHaveLength(64);
    const cut_labels = ['l64', 'l65', 'l66', 'l67', 'l68', 'l69'];
    expect(parseJson(event.additional_info)).toEqual({ cut_labels });
  });

  it('leaves out labels that are no text, and links that are no web addresses', () => {
    const event = untyped({
      ...plain,
      labels: { team: 'shop', a: 1, b: null, c: {}, '': 'x' },
      links: [
        { name: 'runbook', url: 'https://runbooks.example.com/a' },
        { name: 'again', url: 'https://runbooks.example.com/a' },
        { name: 'script', url: 'javascript:alert(1)' },
        { name: 'relative', url: '/a' },
        { name: 'long', url: `https://e.example.com/${'a'.repeat(9_000)}` },
        ...[{ url: 'https://e.example.com' }, null],
      ],
    });
    expect(event.labels).toEqual({ team: 'shop' });
    expect(event.links).toEqual([{ name: 'runbook', url: 'https://runbooks.example.com/a' }]);
    expect(untyped({ ...plain, labels: [1], links: 'x' })).toMatchObject({ labels: {}, links: [] });
  });
});

describe('sanitiseEvent', () => {
  it('fills in everything a plugin leaves out', () => {
    expect(sanitiseEvent(plain)).toEqual({
      event_key: 'k',
      event_type: 'ALERT',
      severity: 'NONE',
      title: 't',
      description: '',
      rule: null,
      resource_id: null,
      resource_type: null,
      resource_name: null,
      provider: null,
      account: null,
      image_url: null,
      labels: {},
      links: [],
      occurred_at: null,
      occurred_at_is: 'change',
      started_at: null,
      resolved_by: null,
      previous_event_key: null,
      raw_data: '{"a":1}',
      additional_info: '{}',
    });
  });

  it('replaces values of a wrong type by defaults', () => {
    const event = {
      event_type: 'OK',
      severity: 'toString',
      title: 7,
      event_key: 'k',
      description: {},
      resource: null,
      rule: [],
      occurred_at: '2025',
      additional_info: [1],
    };
    expect(untyped(event)).toMatchObject({
      event_type: 'ALERT',
      severity: 'NONE',
      title: 'k',
      description: '',
      rule: null,
      occurred_at: null,
      raw_data: 'null',
      additional_info: '{}',
    });
  });

  it('replaces U+0000 and lone surrogates everywhere, in keys too', () => {
    const bad = 'a\u0000\ud800b\udc00';
    const event = clean({
      event_key: bad,
      title: bad,
      resource: { name: bad },
      raw_data: { [bad]: [bad, { x: bad }] },
    });
    const good = 'a\ufffd\ufffdb\ufffd';
    expect(event).toMatchObject({ event_key: good, title: good, resource_name: good });
    expect(event.raw_data).toBe(`{"${good}":["${good}",{"x":"${good}"}]}`);
    expect(clean({ additional_info: { [bad]: 1 } }).additional_info).toBe(`{"${good}":1}`);
  });

  it('leaves out the longest members of additional_info beyond 64 KiB, and names them', () => {
    const additional_info = {
      a: 'x'.repeat(70_000),
      b: 1,
      c: { d: 'y'.repeat(40_000) },
      e: 'z'.repeat(30_000),
    };
    expect(parseJson(clean({ additional_info }).additional_info)).toEqual({
      b: 1,
      e: additional_info.e,
      left_out: 'longer than 64 KiB: a, c',
    });
    const fits = { a: 'x'.repeat(65_000) };
    expect(parseJson(clean({ additional_info: fits }).additional_info)).toEqual(fits);
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`\u0001${n}`, 'é']));
    const { additional_info: cut } = clean({ additional_info: many });
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(64 * 1024);
    expect(Object.keys(parseJson(cut) as object).length).toBeGreaterThan(2_000);
  });

  it('keeps text that only looks like an escape sequence or a large number', () => {
    const looks = { a: '\\u0000 \\ud800 1e400000', b: '\u{1f600}', __proto__x: [':1e999'] };
    expect(parseJson(raw(looks))).toEqual(looks);
  });

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1.10', '1.10'],
    ['1e308', '1e308'],
    ['1.5e-999', '"1.5e-999"'],
    ['1e400000', '"1e400000"'],
    ['-1E+99999', '"-1E+99999"'],
    ['1e-400000', '"1e-400000"'],
    ['9'.repeat(1000), '9'.repeat(1000)],
    ['9'.repeat(1001), `"${'9'.repeat(1001)}"`],
    [`0.${'1'.repeat(5000)}`, `"0.${'1'.repeat(5000)}"`],
  ])('keeps the digits of %s, as a number or as text', (number, kept) => {
    expect(raw(parseJson(`{"n":[${number},${number}]}`))).toBe(`{"n":[${kept},${kept}]}`);
    expect(raw(parseJson(number))).toBe(kept);
  });

  it('cuts values nested deeper than 100 levels, even 500,000', () => {
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json;
    expect(raw(nested(100))).toBe('['.repeat(100) + ']'.repeat(100));
    expect(raw(nested(101))).toBe(`${'['.repeat(100)}"… (nested deeper than 100 levels)"${']'.repeat(100)}`);
    expect(raw(nested(500_000))).toBe(raw(nested(101)));
    const objects = JSON.parse(`${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`) as Json;
    expect(raw({ before: 1, objects })).toMatch(/^\{"before":1,"objects":\{"a":.*nested deeper.*\}$/);
  });

  it('keeps long keys, and keys such as __proto__', () => {
    const long = 'k'.repeat(6000);
    expect(raw({ [long]: 1 })).toBe(`{"${long}":1}`);
    expect(raw(JSON.parse('{"__proto__":"\\u0000","constructor":1}') as Json)).toBe(
      '{"__proto__":"\ufffd","constructor":1}',
    );
  });

  it('cuts the title at 1,024 characters and says so', () => {
    expect(clean({ title: 'é'.repeat(1024) }).title).toBe('é'.repeat(1024));
    expect(clean({ title: 'é'.repeat(1025) }).title).toBe(`${'é'.repeat(1023)}…`);
    expect(clean({ title: '\u{1f600}'.repeat(1024) }).title).toBe('\u{1f600}'.repeat(1024));
    expect(clean({ title: '\u{1f600}'.repeat(2000) }).title).toBe(`${'\u{1f600}'.repeat(1023)}…`);
  });

  it('cuts the description at 64 KiB, between two characters, and says so', () => {
    expect(clean({ description: 'x'.repeat(65_536) }).description).toBe('x'.repeat(65_536));
    const { description } = clean({ description: `x${'\u{1f600}'.repeat(20_000)}` });
    expect(Buffer.byteLength(description)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(description)).toBeGreaterThan(65_530);
    expect(description).toMatch(/\u{1f600}… \(cut at 64 KiB\)$/u);
  });

  it('bounds the event key and keeps long ones apart', () => {
    const [one, other] = ['a', 'b'].map((end) => clean({ event_key: 'é'.repeat(400) + end }).event_key);
    expect(one).toMatch(/^é{223}:[0-9a-f]{64}$/);
    expect(one).not.toBe(other);
    expect(clean({ event_key: 'k'.repeat(512) }).event_key).toBe('k'.repeat(512));
  });

  it('takes dates of the years 1 to 9999', () => {
    const at = (date: Date) => clean({ occurred_at: date }).occurred_at;
    expect(at(new Date('2025-01-01T00:00:00Z'))).toEqual(new Date('2025-01-01T00:00:00Z'));
    expect(at(new Date(NaN))).toBeNull();
    expect(at(new Date('+010000-01-01T00:00:00Z'))).toBeNull();
    expect(at(new Date('0000-12-31T23:59:59Z'))).toBeNull();
  });

  it('drops an image_url that is too long', () => {
    expect(clean({ image_url: `https://x/${'a'.repeat(8000)}` }).image_url).toHaveLength(8010);
    expect(clean({ image_url: `https://x/${'a'.repeat(9000)}` }).image_url).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    ' \u0001JavaScript:alert(1)',
    'java\n\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
  ])('drops the link %j, but not the event', (bad) => {
    const good = 'https://example.com/?q=javascript:x';
    const event = clean({
      title: bad,
      image_url: bad,
      additional_info: {
        link: bad,
        runbook_url: good,
        note: bad,
        links: [{ href: bad, text: bad }, bad, good],
        context: { ruleUrl: bad, mail_link: 'mailto:a@example.com', database_url: 'postgres://db/x' },
      },
      raw_data: { url: bad },
    });
    expect(event).toMatchObject({ title: bad, image_url: null, raw_data: JSON.stringify({ url: bad }) });
    expect(parseJson(event.additional_info)).toEqual({
      runbook_url: good,
      note: bad,
      links: [{ text: bad }, good],
      context: { mail_link: 'mailto:a@example.com', database_url: 'postgres://db/x' },
    });
    expect(clean({ image_url: good }).image_url).toBe(good);
    expect(clean({ image_url: 'ftp://example.com/x.png' }).image_url).toBeNull();
    expect(clean({ image_url: '/render/x.png' }).image_url).toBe('/render/x.png');
  });
});

describe('sanitiseAcknowledgement', () => {
  const taken = {
    event_key: 'k',
    acknowledged: true,
    by: 'Ada',
    comment: null,
    occurred_at: null,
    pointer: '',
  };

  it('gives the same event key as sanitiseEvent', () => {
    for (const event_key of ['k', 'a\u0000', 'long '.repeat(200)])
      expect(sanitiseAcknowledgement({ ...taken, event_key }).event_key).toBe(clean({ event_key }).event_key);
  });

  it('shortens the comment, and drops an empty user and an invalid time', () => {
    const odd = { by: '', comment: 'c\u0000'.repeat(2_000), occurred_at: new Date(NaN) };
    const { comment, ...rest } = sanitiseAcknowledgement({ ...taken, ...odd });
    expect(rest).toEqual({
      event_key: 'k',
      previous_event_key: null,
      acknowledged: true,
      by: null,
      occurred_at: null,
    });
    expect(comment).toMatch(/^(?:c\ufffd)+c?…$/);
    expect(comment).toHaveLength(1024);
  });
});
