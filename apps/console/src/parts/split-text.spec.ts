import { describe, expect, it } from 'vitest';
import { splitText } from './split-text.js';

const marked = (text: string, kind: 'link' | 'time') =>
  splitText(text, kind)
    .filter((part) => part.kind === kind)
    .map((part) => part.text);

describe('text', () => {
  it.each([
    ['see https://wiki.example.com/a?b=1#c.', ['https://wiki.example.com/a?b=1#c']],
    ['(http://a.example/x) and HTTPS://B.example!', ['http://a.example/x', 'HTTPS://B.example']],
    ['<https://a.example>"https://b.example"', ['https://a.example', 'https://b.example']],
    ['javascript:alert(1) data:text/html,x ftp://a file:///etc/passwd xhttp://a.example', []],
    ['https:// http://[ https://:x', []],
  ])('%j has the links %j', (text, links) => {
    expect(marked(text, 'link')).toEqual(links);
  });

  it('has the times that the service writes in UTC', () => {
    expect(marked('held back until 2026-11-29 03:04:05 UTC, for a', 'time')).toEqual([
      '2026-11-29 03:04:05 UTC',
    ]);
    expect(marked('2026-11-29 03:04 UTC, 12026-11-29 03:04:05 UTC', 'time')).toEqual([]);
  });

  it('loses nothing', () => {
    const text = 'a https://a.example, b\nhttps://[ 2026-11-29 03:04:05 UTC <b> https://c.example';
    for (const kind of ['link', 'time'] as const)
      expect(
        splitText(text, kind)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
  });
});
