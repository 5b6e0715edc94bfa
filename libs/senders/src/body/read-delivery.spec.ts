import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { readDelivery } from './read-delivery.js';

const FORM = 'application/x-www-form-urlencoded';
const read = (text: string, type = 'application/json') => readDelivery(Buffer.from(text), type);
const repaired = (...values: unknown[]) => ({ ok: true, values, mark: { repaired: true } });

describe('strict JSON', () => {
  it('is never touched by repair', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(2, 0), (json, indent) => {
        const value: unknown = JSON.parse(json);
        const text = JSON.stringify([value, { a: value }], null, indent);
        expect(read(text)).toEqual({ ok: true, values: [JSON.parse(text)] });
      }),
      { numRuns: scaled(500) },
    );
  });
});

describe('several JSON values', () => {
  const values = [{ a: 1 }, [{ b: '}{' }], { c: { d: '"' } }];
  const texts = values.map((one) => JSON.stringify(one));
  it.each([
    ['one a line', texts.join('\n')],
    ['one a line, with the end of a line at the end', `${texts.join('\r\n')}\r\n`],
    ['with nothing between them', texts.join('')],
    ['indented', values.map((one) => JSON.stringify(one, null, 2)).join('\n')],
    ['after record separators (RFC 7464)', texts.map((one) => `\u001e${one}\n`).join('')],
    ['with commas between them', texts.join(',')],
  ])('are values of their own: %s', (_, text) => {
    for (const type of ['application/x-ndjson', 'application/json', 'text/plain', FORM])
      expect(read(text, type)).toEqual({ ok: true, values });
  });

  it('are limited to 1,000', () => {
    const result = read('{"a":1}\n'.repeat(5_000));
    expect(result).toMatchObject({ values: { length: 1_000 }, loss: /more than 1000/ });
  });

  it('are repaired one by one', () => {
    expect(read('{"a":"1\n2"}\n{"b":2,}\n')).toEqual(repaired({ a: '1\n2' }, { b: 2 }));
    expect(read('{"a":"say "x" now"}\n{"b":2}\n')).toEqual(repaired({ a: 'say "x" now' }, { b: 2 }));
  });
});

describe('JSON that a template has broken', () => {
  it.each([
    ['a raw line break', '{"a":"1\n\t2\r\n3"}', { a: '1\n\t2\r\n3' }],
    ['colours of a terminal', '{"a":"\u001b[31mred"}', { a: '\u001b[31mred' }],
    ['a trailing comma', '{"a":[1,2,],"b":{"c":3, },}', { a: [1, 2], b: { c: 3 } }],
    ['double commas', '{"a":1,,"b":[1,, ,2]}', { a: 1, b: [1, 2] }],
    ['a leading comma', '{,"a":[,1]}', { a: [1] }],
    ['a lone backslash', String.raw`{"a":"C:\ Label","b":"\d+"}`, { a: 'C:\\ Label', b: '\\d+' }],
    ['a Windows path', String.raw`{"a":"C:\users\x"}`, { a: 'C:\\users\\x' }],
    ['a backslash at the end', String.raw`{"a":"C:\","b":"D:\"}`, { a: 'C:\\', b: 'D:\\' }],
    ['unescaped quotes', '{"a":"reason: "Crash".","b":1}', { a: 'reason: "Crash".', b: 1 }],
    [
      'quotes at the end of a text',
      '{"a":[{"d":"state (reason: "Crash")."},{"d":"say "x""}],"b":"{"y"}"}',
      { a: [{ d: 'state (reason: "Crash").' }, { d: 'say "x"' }], b: '{"y"}' },
    ],
    ['quotes in a list', '["a "b" c", {"d": 1}]', ['a "b" c', { d: 1 }]],
    ['quotes and a trailing comma', '{"a":[{"b":"x "y" z",},],}', { a: [{ b: 'x "y" z' }] }],
    ['NaN', '{"a":NaN,"b":-Infinity,"c":[Infinity]}', { a: 'NaN', b: '-Infinity', c: ['Infinity'] }],
    [
      'words of Python',
      '{"a":None,"b":True,"c":False,"None":"None"}',
      { a: null, b: true, c: false, None: 'None' },
    ],
    ['single quotes', `{'a': 'it', 'b': 2}`, { a: 'it', b: 2 }],
    ['names without quotes', '{a: 1, b: "x"}', { a: 1, b: 'x' }],
    ['a missing comma', '{"a":1\n"b":2}', { a: 1, b: 2 }],
    ['a comment', '{"a":1 /* one */}', { a: 1 }],
    ['a signature below', '{"a":1}\n--\nsent by x', { a: 1 }],
    ['a list of objects', '[{"a":1,},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ])('is repaired: %s', (_, text, value) => expect(read(text)).toEqual(repaired(value)));

  it('keeps every digit of a number', () => {
    expect(JSON.stringify(read('{"id":12345678901234567890,}'))).toContain('{"id":12345678901234567890}');
  });

  it('is repaired at any length if no guess is needed', () => {
    const alerts = Array.from({ length: 5_000 }, (_, n) => `{"n":${n},"text":"a\nb"}`).join(',');
    expect(read(`{"alerts":[${alerts},]}`)).toMatchObject({ values: [{ alerts: { length: 5_000 } }] });
  });

  it('is text beyond 64 KiB if a guess is needed, and says so', () => {
    const text = `{"a":"say "x" now","b":"${'y'.repeat(70_000)}"}`;
    expect(read(text)).toMatchObject({ values: [text], mark: { text_only: true }, loss: /only its text/ });
  });

  it('is text if nothing can be guessed', () => {
    const text = '{disk full on db-1}';
    expect(read(text)).toMatchObject({ values: [text], mark: { text_only: true }, loss: /only its text/ });
  });

  it.each(['[12:30:01] disk full', '[2026-05-01T10:00:00Z] disk full', '[ERROR] disk full'])(
    'is not the text %s',
    (text) => expect(read(text)).toEqual({ ok: true, values: [text] }),
  );
});

describe('JSON that was cut off', () => {
  const text = JSON.stringify({
    a: [{ status: 'resolved', n: 1 }, { b: 'x, y' }],
    c: { d: [1, [2, 3]] },
    e: null,
  });
  it('is marked wherever it was cut', () => {
    for (let length = 1; length < text.length; length += 1) {
      const result = read(text.slice(0, length));
      const partly = { repaired: true, cut_off: true };
      expect([partly, { text_only: true }]).toContainEqual(result.ok ? result.mark : undefined);
      expect(result).toMatchObject({ loss: expect.any(String) });
    }
  });
});

describe('a form', () => {
  it.each([
    ['payload={"text":"x","list":[1,],}', { payload: '{"text":"x","list":[1]}' }],
    [`payload=${encodeURIComponent('{"text":"x",}')}`, { payload: '{"text":"x"}' }],
  ])('has the JSON in its fields repaired: %s', (text, value) => {
    expect(read(text, FORM)).toEqual(repaired(value));
    expect(read(text, 'application/json')).toEqual(repaired(value));
  });

  it('has the JSON in its fields repaired, also a multipart form', () => {
    const body = '--x\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{"a":"1\n2"}\r\n--x--\r\n';
    expect(read(body, 'multipart/form-data; boundary=x')).toEqual(repaired({ payload: '{"a":"1\\n2"}' }));
  });
});

describe('the envelope', () => {
  it.each([
    ['{"webhook_id":"w","data":{"a":1,},}', 'application/json', { a: 1 }],
    ['data={"a":"1\n2"}&access_key=k', FORM, { a: '1\n2' }],
    [String.raw`{"access_key":"k","data":"{\"a\":1,}"}`, 'application/json', { a: 1 }],
  ])('is unwrapped: %s', (text, type, value) => expect(read(text, type)).toEqual(repaired(value)));

  it('is unwrapped from each of several values', () => {
    expect(read('{"access_key":"k","data":{"a":1}}\n{"access_key":"k","data":{"a":2}}')).toEqual({
      ok: true,
      values: [{ a: 1 }, { a: 2 }],
    });
  });

  it('without data cannot be read', () => {
    expect(read('{"access_key":"k",}')).toMatchObject({ ok: false });
  });
});

describe('any body', () => {
  const bits = fc.constantFrom(...'{}[]",:\\ \n\'aeu0=&%;/*+()`', '"a"', 'NaN', '\u001e', 'é', '},{', '":"');
  const hostile = fc.array(bits, { maxLength: 400 }).map((parts) => Buffer.from(parts.join('')));
  const types = fc.constantFrom(
    'application/json',
    FORM,
    'text/plain; charset=utf-16',
    'multipart/form-data; boundary=a',
  );
  it('gives a result', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 400 }).map(Buffer.from), hostile),
        types,
        (bytes, type) => {
          const result = readDelivery(Buffer.from(bytes), type);
          expect(result.ok ? result.values.length : result.reason.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: scaled(2_000) },
    );
  });

  it.each([
    ['braces', '{'],
    ['brackets', '['],
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['empty objects', '{}'],
    ['commas', ','],
    ['members without comma', '"a":1 '],
    ['texts with colons', 'a:"'],
    ['quotes in texts', 'x" '],
    ['regular expressions', '[/'],
    ['calls', 'a('],
    ['additions', '+"b"'],
    ['bytes of Latin-1', 'é'],
  ])('is read in bounded time: %s', (_, bit) => {
    for (const begin of ['', '{"a":', '{"a":"', '[', '[{']) {
      for (const length of [60_000, 1_048_576]) {
        const bytes = Buffer.from(begin + bit.repeat(length / bit.length), bit === 'é' ? 'latin1' : 'utf8');
        const started = performance.now();
        readDelivery(bytes, 'application/json');
        // Other tests may run beside it. Unbounded, it would take minutes.
        expect(performance.now() - started, `${begin} ${length}`).toBeLessThan(5_000);
      }
    }
  });
});
