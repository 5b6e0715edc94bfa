import { describe, expect, it } from 'vitest';
import { parseDeliveryBody, unwrapEnvelope, type ParsedBody } from './parse-delivery-body.js';

const read = (text: string, type = 'application/json') => parseDeliveryBody(Buffer.from(text), type);

const bodyOf = (result: ParsedBody) => (result.ok ? result.body : result.reason);
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

describe('parseDeliveryBody', () => {
  it.each(['application/json', 'text/plain; charset=UTF-8', FORM, '', 'image/png'])(
    'reads JSON sent as %j',
    (type) => {
      expect(read(' {"a":[1]}\n', type)).toEqual({ ok: true, source: 'json', body: { a: [1] } });
      expect(bodyOf(read('\ufeff[{"é":"\u{1f600}"}]', type))).toEqual([{ é: '\u{1f600}' }]);
    },
  );

  it('keeps every digit of a number', () => {
    const body = bodyOf(read('{"id":12345678901234567890,"x":1e400000}'));
    expect(JSON.stringify(body)).toBe('{"id":12345678901234567890,"x":1e400000}');
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
        named('a[b]', '1'),
        part('content-type: text/plain\r\ncontent-disposition: form-data; name=log; filename="a.txt"', 'z'),
        '----x.1--\r\nafter',
      ].join('');
      expect(bodyOf(read(body, type))).toEqual({
        data: '{"heartbeat":null}',
        lines: 'a\r\nb',
        tag: ['é', ''],
        a: { b: '1' },
        log: 'z',
      });
    });

    it.each([
      ['no part has a name', part('Content-Type: text/plain', 'x'), type],
      ['the boundary does not match', named('a', 'x'), 'multipart/form-data; boundary=y'],
      ['there is no boundary', named('a', 'x'), 'multipart/form-data'],
      ['it is not form data', named('a', 'x'), 'multipart/mixed; boundary="--x.1"'],
      ['the headers of a part do not end', '----x.1\r\nContent-Disposition: form-data; name="a"', type],
    ])('is text if %s', (_, body, contentType) =>
      expect(read(body, contentType)).toEqual({ ok: true, source: 'text', body }),
    );

    it('is truncated after 1,000 parts', () => {
      const read1 = read(named('a', 'x').repeat(1_500), type);
      expect(read1).toMatchObject({ ok: true, body: { a: { length: 1_000 } } });
    });
  });

  it('parses a URL-encoded form, with a repeated key as a list', () => {
    const body = Object.fromEntries([
      ['Status', 'Down'],
      ['Tag', ['a', 'b c', 'é']],
      ['__proto__', 'x'],
    ]);
    const text = 'Status=Down&Tag=a&Tag=b+c&Tag=%C3%A9&__proto__=x';
    expect(read(text, FORM)).toEqual({ ok: true, source: 'form', body, flat_form: body });
    // Some senders declare a form as something else.
    expect(bodyOf(read(text, 'application/json'))).toEqual(body);
    expect(read('a=1', 'text/plain')).toEqual({ ok: true, source: 'text', body: 'a=1' });
  });

  it.each([
    ['', /empty/],
    [' \n\t', /empty/],
    ['\ufeff', /empty/],
    ['null', /empty/],
    ['" "', /empty/],
    ['\u0000\u0001', /binary/],
    ['disk \u0000 full', /binary/],
    ['\u0001\u0002\u0003ab', /binary/],
    ['{'.repeat(1_000), /too deep/],
    [`{"a":${'['.repeat(1_000)}`, /too deep/],
  ])('refuses %j with the reason', (text, reason) => {
    for (const type of ['application/json', 'text/plain', FORM])
      expect(read(text, type)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it.each(['\0', '\n\0\0', '\0\r\n'])('ends before %j, with which C programs end a text', (end) => {
    expect(read(`{"a":1}${end}`, 'application/json')).toMatchObject({ source: 'json', body: { a: 1 } });
    expect(read(`disk full${end}`, 'text/plain')).toMatchObject({ source: 'text', body: 'disk full' });
    expect(read(`a=1${end}`, FORM)).toMatchObject({ source: 'form', body: { a: '1' } });
  });

  it.each(['{"a":', '{"a":1}x', '[1, 2', '[true, false', '{"a":1}{"b":2}', '\u001e{"a":1}'])(
    'leaves %j, which begins as JSON, to the worker',
    (text) => {
      for (const type of ['application/json', 'text/plain', FORM])
        expect(read(text, type)).toEqual({
          ok: true,
          source: 'broken',
          body: text,
          reason: expect.stringContaining('not JSON'),
        });
    },
  );

  it.each([
    'disk full on db-1',
    'Severity: FAILURE\nHost: db-1\n\nDisk full',
    '[FIRING:1] disk full',
    '[2026-05-01 10:00:00] disk full',
    '\u706b\u4e8b on 3',
    '<p>disk full</p>',
    'hello',
    '12',
    'Load \u001b[31mhigh\u001b[0m on db-1',
  ])('returns plain text unchanged, whatever the content type says: %j', (text) => {
    for (const type of ['text/plain; charset=utf-8', FORM, '', 'TEXT/PLAIN', 'application/json', 'text/html'])
      expect(read(text, type)).toEqual({ ok: true, source: 'text', body: text });
  });

  it.each([
    [JSON.stringify('{"a":1}'), { a: 1 }],
    [JSON.stringify(JSON.stringify('[{"a":1}]')), [{ a: 1 }]],
    ['"{"a":1}"', { a: 1 }],
    ['"disk full on db-1"', 'disk full on db-1'],
  ])('decodes JSON that is encoded as a JSON text: %s', (text, body) => {
    for (const type of ['application/json', 'text/plain']) expect(bodyOf(read(text, type))).toEqual(body);
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

describe('the names of a form', () => {
  const form = (text: string) => read(text, FORM);
  it.each([
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    [
      'alerts[0][name]=x&alerts[1][name]=y&alerts[1][host]=z',
      { alerts: [{ name: 'x' }, { name: 'y', host: 'z' }] },
    ],
    ['a%5Bb%5D=1', { a: { b: '1' } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[7][n]=x&a[9][n]=y', { a: [{ n: 'x' }, { n: 'y' }] }],
    ['heartbeat.status=0&heartbeat.msg=x&msg=y', { heartbeat: { status: '0', msg: 'x' }, msg: 'y' }],
  ])('are nested: %s', (text, body) => expect(bodyOf(form(text))).toEqual(body));

  it.each([
    ['a single name with a dot', 'a.b=1&c=2'],
    ['macros', 'EVENT.ID=1&EVENT.NAME=2'],
    ['brackets that do not match', 'a[b=1&a]b[=2&[c]=3'],
    ['too deep', `${'a[b]'.padEnd(4 + 30, '[c]')}=1`],
  ])('stay flat: %s', (_, text) => {
    const flat = Object.fromEntries(new URLSearchParams(text));
    expect(form(text)).toEqual({ ok: true, source: 'form', body: flat, flat_form: flat });
  });

  it('keep their values if one name is text as well as an object', () => {
    expect(bodyOf(form('a=1&a[b]=2&c[d]=3&c=4'))).toEqual({ a: '1', 'a[b]': '2', c: '4' });
  });

  it('are also given as they were posted', () => {
    expect(form('a[b]=1&c=2')).toMatchObject({ flat_form: { 'a[b]': '1', c: '2' } });
  });
});

describe('the encoding of a body', () => {
  const json = (text: string) => `{"title":"${text}"}`;
  const decode = (bytes: Buffer, type: string) => bodyOf(parseDeliveryBody(bytes, type));
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
  it.each([
    ['ISO-8859-1', Buffer.from(json('Müller'), 'latin1'), 'application/json', 'Müller'],
    ['ISO-8859-1, declared', Buffer.from(json('Müller'), 'latin1'), 'a/json; charset=ISO-8859-1', 'Müller'],
    ['UTF-8, declared as ISO-8859-1', Buffer.from(json('Müller')), 'a/json;charset="iso-8859-1"', 'Müller'],
    ['Windows-1252', Buffer.from('{"title":"\x80 \x96"}', 'latin1'), 'application/json', '€ –'],
    [
      'ISO-8859-5, declared',
      Buffer.from('{"title":"\xb4\xd8"}', 'latin1'),
      'a/json; charset=iso-8859-5',
      'Ди',
    ],
    [
      'Shift_JIS, declared',
      Buffer.from('{"title":"\x83\x65\x83\x58"}', 'latin1'),
      'a/json; charset=Shift_JIS',
      'テス',
    ],
    ['GBK, declared', Buffer.from('{"title":"\xb8\xe6\xbe\xaf"}', 'latin1'), 'a/json; charset=gbk', '告警'],
    ['an unknown charset', Buffer.from(json('Müller')), 'a/json; charset=nonsense', 'Müller'],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${json('Müller')}`, 'utf16le'), '', 'Müller'],
    ['UTF-16 BE with a mark', utf16be(`\ufeff${json('火')}`), 'a/json; charset=utf-8', '火'],
    ['UTF-16 LE without a mark', Buffer.from(json('Müller'), 'utf16le'), 'application/json', 'Müller'],
    ['UTF-16 BE without a mark', utf16be(json('火')), 'a/json; charset=utf-16', '火'],
    [
      'UTF-8 that was cut off inside a character',
      Buffer.from('{"title":"Mü\xc3"}'.replace('ü', '\xc3\xbc'), 'latin1'),
      '',
      'MüÃ',
    ],
  ])('is known: %s', (_, bytes, type, title) => expect(decode(bytes, type)).toEqual({ title }));

  it('is known of a form, in its escapes as well', () => {
    expect(decode(Buffer.from('a=M%FCller&b=x+%E4'), FORM)).toEqual({ a: 'Müller', b: 'x ä' });
    expect(decode(Buffer.from('a=%B8%E6'), 'application/x-www-form-urlencoded; charset=gbk')).toEqual({
      a: '告',
    });
    expect(decode(Buffer.from('a=M\xfcller&b=1', 'latin1'), FORM)).toEqual({ a: 'Müller', b: '1' });
  });

  it('is known of plain text', () => {
    expect(decode(Buffer.from('Dienst Müller steht', 'latin1'), 'text/plain')).toBe('Dienst Müller steht');
    expect(decode(Buffer.from('Dienst Müller steht', 'utf16le'), 'text/plain')).toBe('Dienst Müller steht');
  });

  it('is not guessed for binary data', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    for (const bytes of [png, Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('1f8b08000000000000ff', 'hex')])
      expect(parseDeliveryBody(bytes, FORM).ok).toBe(false);
  });
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
