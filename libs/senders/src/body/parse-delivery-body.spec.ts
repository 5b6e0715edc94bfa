import { describe, expect, it } from 'vitest';
import { parseDeliveryBody, unwrapEnvelope } from './parse-delivery-body.js';

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const read = (text: string, type = 'application/json') => parseDeliveryBody(Buffer.from(text), type);

describe('parseDeliveryBody', () => {
  it.each(['application/json', 'text/plain; charset=UTF-8', FORM, '', 'image/png'])(
    'reads JSON sent as %j',
    (type) => {
      expect(read(' {"a":[1]}\n', type)).toEqual({ ok: true, body: { a: [1] } });
      expect(read('\ufeff[{"é":"\u{1f600}"}]', type)).toEqual({ ok: true, body: [{ é: '\u{1f600}' }] });
    },
  );

  it('keeps every digit of a number', () => {
    const body = read('{"id":12345678901234567890,"x":1e400000}');
    expect(JSON.stringify(body)).toBe('{"ok":true,"body":{"id":12345678901234567890,"x":1e400000}}');
  });

  describe('a multipart form', () => {
    const type = 'multipart/form-data; boundary="--x.1"';
    const part = (head: string, text: string) => `----x.1\r\n${head}\r\n\r\n${text}\r\n`;
    const named = (name: string, text: string) =>
      part(`Content-Disposition: form-data; name="${name}"`, text);

    it('is parsed as an object of strings', () => {
      const body = [
        named('data', '{"heartbeat":null}'),
        named('lines', 'a\r\nb'),
        named('tag', 'é'),
        named('tag', ''),
        part('content-type: text/plain\r\ncontent-disposition: form-data; name=log; filename="a.txt"', 'z'),
        '----x.1--\r\nafter',
      ].join('');
      expect(read(body, type)).toEqual({
        ok: true,
        body: { data: '{"heartbeat":null}', lines: 'a\r\nb', tag: ['é', ''], log: 'z' },
      });
    });

    it.each([
      ['no part has a name', part('Content-Type: text/plain', 'x'), type],
      ['the boundary does not match', named('a', 'x'), 'multipart/form-data; boundary=y'],
      ['there is no boundary', named('a', 'x'), 'multipart/form-data'],
      ['it is not form data', named('a', 'x'), 'multipart/mixed; boundary="--x.1"'],
      ['the headers of a part do not end', '----x.1\r\nContent-Disposition: form-data; name="a"', type],
    ])('is rejected if %s', (_, body, contentType) =>
      expect(read(body, contentType)).toMatchObject({ ok: false }),
    );

    it('is truncated after 1,000 parts', () => {
      const read1 = read(named('a', 'x').repeat(1_500), type);
      expect(read1).toMatchObject({ ok: true, body: { a: { length: 1_000 } } });
    });
  });

  it('parses a URL-encoded form, with a repeated key as a list', () => {
    expect(read('Status=Down&Tag=a&Tag=b+c&Tag=%C3%A9&__proto__=x', FORM)).toEqual({
      ok: true,
      body: Object.fromEntries([
        ['Status', 'Down'],
        ['Tag', ['a', 'b c', 'é']],
        ['__proto__', 'x'],
      ]),
    });
    expect(read('a=1', 'text/plain')).toMatchObject({ ok: false });
  });

  it.each([
    ['', /empty/],
    [' \n\t', /empty/],
    ['\ufeff', /empty/],
    ['{"a":', /not JSON/],
    ['{"a":1}x', /not JSON/],
    ['"text"', /neither/],
    ['12', /neither/],
    ['null', /neither/],
    ['hello', /neither/],
    ['<xml/>', /neither/],
    ['\u0000\u0001', /neither/],
  ])('gives the reason if it cannot parse %j', (text, reason) => {
    expect(read(text)).toMatchObject({ ok: false, reason });
    expect(read(text, FORM)).toMatchObject({ ok: false, reason });
  });

  it.each([
    ['disk full on db-1', 'text/plain; charset=utf-8'],
    ['disk full on db-1', FORM],
    ['disk full on db-1', ''],
    ['Severity: FAILURE\nHost: db-1\n\nDisk full', 'text/plain'],
    ['[FIRING:1] disk full', 'text/plain'],
    ['\u706b\u4e8b on 3', 'TEXT/PLAIN'],
  ])('returns plain text unchanged: %j sent as %s', (text, type) => {
    expect(read(text, type)).toEqual({ ok: true, body: text });
  });

  it.each([
    ['disk full on db-1', 'application/json'],
    ['disk full on db-1', 'application/octet-stream'],
    ['<p>disk full</p>', 'text/plain'],
    ['<p>disk full</p>', 'text/html'],
    ['disk \u0000 full', 'text/plain'],
    ['[1, 2', 'text/plain'],
    ['[true, false', 'text/plain'],
  ])('does not accept as plain text: %j sent as %s', (text, type) => {
    expect(read(text, type)).toMatchObject({ ok: false });
  });

  it('does not throw on invalid UTF-8', () => {
    expect(parseDeliveryBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), '')).toEqual({
      ok: true,
      body: { '\ufffd': 1 },
    });
    expect(parseDeliveryBody(Buffer.from([0xff, 0xfe, 0x00]), FORM).ok).toBe(false);
  });

  it.each(['', '[12345678901234567890,', '[1.50,'])(
    'handles JSON nested 500,000 levels deep around %j',
    (inner) => {
      const text = `${'['.repeat(500_000)}${inner}${inner && '0]'}${']'.repeat(500_000)}`;
      expect(read(text).ok).toBe(true);
      expect(read(text.slice(0, -1)).ok).toBe(false);
    },
  );
});

describe('unwrapEnvelope', () => {
  it.each([
    [{ data: { a: 1 } }, { data: { a: 1 } }],
    [{ data: [1] }, { data: [1] }],
    [{ data: { a: 1 }, webhook_id: 'w' }, { a: 1 }],
    [{ access_key: 'k', data: { a: 1 } }, { a: 1 }],
    [{ data: [1], webhook_id: 'w', access_key: 'k' }, [1]],
    [
      { data: { a: 1 }, more: 1 },
      { data: { a: 1 }, more: 1 },
    ],
    [
      { webhook_id: 'w', title: 't' },
      { webhook_id: 'w', title: 't' },
    ],
    [[{ data: 1 }], [{ data: 1 }]],
    [{ data: 'text' }, { data: 'text' }],
    // A form can contain JSON only as text.
    [{ data: ' {"a":1}', access_key: 'k' }, { a: 1 }],
    [{ data: '[1]', webhook_id: 'w' }, [1]],
    [{}, {}],
  ])('unwraps %j to %j', (body, inner) => expect(unwrapEnvelope(body)).toEqual(inner));

  it.each([
    [{ webhook_id: 'w' }, 'ERROR_REQUIRED_PARAMETER'],
    [{ webhook_id: 'w', access_key: 'k', data: null }, 'ERROR_REQUIRED_PARAMETER'],
    [{ access_key: 'k', data: 'text' }, 'ERROR_INVALID_PARAMETER'],
    [{ webhook_id: 'w', data: '{"a":' }, 'ERROR_INVALID_PARAMETER'],
  ])('refuses %j', (body, code) => {
    expect(() => unwrapEnvelope(body)).toThrow(expect.objectContaining({ code, kind: 'invalid' }));
  });
});
