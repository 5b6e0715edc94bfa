import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markUntrusted, WARNING } from './mark-untrusted.js';

it('leaves data within the bounds as they are, below the mark', () => {
  const data = { results: [{ title: 'Disk full', count: 5, open: true, until: null }], total_count: 1 };
  expect(markUntrusted(data)).toEqual({ warning: WARNING, cut: false, untrusted: data });
});

it('removes what people do not see', () => {
  const tags = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)));
  const title = `a${tags.join('')}\u200b\u202e\ufe01\u{e0101}b`;
  expect(markUntrusted({ title, [`n${tags.join('')}`]: 1 })).toMatchObject({
    untrusted: { title: 'ab', n: 1 },
  });
});

it('cuts long texts, lists and names, and says so', () => {
  const { cut, untrusted } = markUntrusted({ title: 'x'.repeat(5_000), list: Array<number>(500).fill(1) });
  expect(cut).toBe(true);
  expect(untrusted).toEqual({ title: `${'x'.repeat(999)}…`, list: Array<number>(100).fill(1) });
  expect(markUntrusted({ ['n'.repeat(5_000)]: 1 })).toMatchObject({
    cut: true,
    untrusted: { [`${'n'.repeat(255)}…`]: 1 },
  });
});

it('leaves out items for whose texts there is no room, and keeps numbers', () => {
  const results = Array.from({ length: 100 }, () => ({ title: 'y'.repeat(1_000), more: 'z'.repeat(1_000) }));
  const { cut, untrusted } = markUntrusted({ results, total_count: 7 });
  expect(cut).toBe(true);
  expect(untrusted).toMatchObject({ total_count: 7 });
  expect((untrusted as { results: unknown[] }).results).toHaveLength(50);
});

it('has bounds for whatever it is given', { timeout: 60_000 }, () => {
  const text = fc.oneof(fc.string(), fc.constant('w'.repeat(3_000)));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 12 },
      text,
      fc.integer(),
      fc.array(tie('value'), { maxLength: 120 }),
      fc.dictionary(text, tie('value'), { maxKeys: 20 }),
    ),
  }));
  fc.assert(
    fc.property(value, (data) => {
      const { untrusted } = markUntrusted({ data });
      expect(JSON.stringify(untrusted).length).toBeLessThan(1_000_000);
    }),
    { numRuns: 50 },
  );
});
