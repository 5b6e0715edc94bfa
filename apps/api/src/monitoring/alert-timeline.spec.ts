import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeMarkdown, MAX_ENTRIES, mergeTimelines, prefersMarkdown } from './alert-timeline.js';

type Arguments = Parameters<typeof mergeTimelines>;

const entry = (at: number, kind: string) => ({
  at: new Date(at).toISOString(),
  kind,
  text: `${kind} ${at}`,
});
const merge = (happened: object[], told: object[], hidden = 0) =>
  mergeTimelines(
    { entries: happened, total_count: happened.length + hidden } as unknown as Arguments[0],
    { entries: told, total_count: told.length } as unknown as Arguments[1],
  );

describe('a merged timeline', () => {
  it('is ordered by time, at the same time the cause before what was told of it', () => {
    const { results } = merge(
      [entry(2, 'change'), entry(1, 'event'), entry(2, 'event')],
      [entry(3, 'silence'), entry(2, 'notification')],
    );
    expect(results.map(({ text }) => text)).toEqual([
      'event 1',
      'event 2',
      'change 2',
      'notification 2',
      'silence 3',
    ]);
  });

  it('keeps the newest entries and counts those that it leaves out, of both parts', () => {
    const some = (from: number, kind: string) =>
      Array.from({ length: MAX_ENTRIES }, (_, at) => entry(from + at, kind));
    const { results, ...counts } = merge(some(0, 'event'), some(10, 'notification'), 5);
    expect(results).toHaveLength(MAX_ENTRIES);
    expect(results.at(-1)?.text).toBe(`notification ${MAX_ENTRIES + 9}`);
    expect(results[0]?.text).toBe(`event 505`);
    expect(counts).toEqual({ total_count: 2 * MAX_ENTRIES + 5, left_out_count: MAX_ENTRIES + 5 });
  });
});

describe('Markdown of texts of strangers', () => {
  it('has no markup, HTML or link', () => {
    expect(escapeMarkdown('<script>x</script> [x](javascript:y) ![i](//z)')).toBe(
      String.raw`\<script\>x\</script\> \[x\](javascript:y) !\[i\](//z)`,
    );
    expect(escapeMarkdown('# **a** `b` _c_ ~~d~~ &lt; https://e.test www.f.test')).toBe(
      String.raw`\# \*\*a\*\* \`b\` \_c\_ \~\~d\~\~ \&lt; https\://e.test www\.f.test`,
    );
  });

  it('loses nothing, and has no character with a meaning that is not escaped', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'\\`*_[]()<>&#~|$ahtps:/w.\u00e9'), maxLength: 40 }),
        (text) => {
          const escaped = escapeMarkdown(text);
          expect(escaped.replaceAll(/\\([^a-z\u00e9])/g, '$1')).toBe(text);
          expect(escaped.replaceAll(/\\./g, '')).not.toMatch(/[\\`*_[\]<>&#~|$]|https?:|www\./);
        },
      ),
    );
  });
});

describe('Accept', () => {
  it.each([
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json', false],
    ['text/markdown', true],
    ['Text/Markdown; charset=utf-8', true],
    ['text/markdown, application/json;q=0.5', true],
    ['text/markdown;q=0.4, application/json;q=0.5', false],
    ['text/markdown;q=0', false],
    ['text/markdown;q=x', false],
    [',;q=1,;', false],
  ])('%j prefers Markdown: %s', (accept, expected) => {
    expect(prefersMarkdown(accept)).toBe(expected);
  });
});
