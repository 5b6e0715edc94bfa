import { globSync, readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, type Block, type Inline } from '../src/sources/markdown.js';

const SYSTEMS = `${import.meta.dirname}/../../../libs/senders/src/systems`;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Returns the blocks as HTML without attributes and white space, to be compared with that of a whole Markdown parser. */
const toHtml = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      switch (block.kind) {
        case 'heading':
          return `<h${block.level}>${inlineHtml(block.of)}</h${block.level}>`;
        case 'paragraph':
          return `<p>${inlineHtml(block.of)}</p>`;
        case 'code':
          return `<pre><code>${escape(block.text)}</code></pre>`;
        case 'list': {
          const tag = block.start === undefined ? 'ul' : 'ol';
          return `<${tag}>${block.items.map((item) => `<li>${toHtml(item)}</li>`).join('')}</${tag}>`;
        }
        default: {
          const [head = [], ...rows] = block.rows.map((row) => row.map(inlineHtml));
          const cells = (row: readonly string[], tag: string) =>
            `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
          const body = rows.map((row) => cells(row, 'td')).join('');
          return `<table><thead>${cells(head, 'th')}</thead><tbody>${body}</tbody></table>`;
        }
      }
    })
    .join('');

const inlineHtml = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return escape(part);
      const tag = part.kind === 'link' ? 'a' : part.kind;
      return `<${tag}>${inlineHtml(part.of)}</${tag}>`;
    })
    .join('');

const marked = new Marked({ async: false, renderer: { html: ({ text }) => escape(text) } });

/** Without attributes, white space, and the paragraphs of list items, which depend on blank lines between the items. */
const normalize = (html: string) =>
  html
    .replaceAll(/<(\w+) [^>]*>/g, '<$1>')
    .replaceAll(/<\/?p>/g, '')
    .replaceAll(/\s+/g, '');

describe('the Markdown of guides', () => {
  it.each(globSync('*/*.md', { cwd: SYSTEMS }))('%s is read as a whole Markdown parser reads it', (name) => {
    const markdown = readFileSync(`${SYSTEMS}/${name}`, 'utf8');
    expect(normalize(toHtml(parseMarkdown(markdown)))).toBe(normalize(marked.parse(markdown) as string));
  });

  it('takes HTML for text', () => {
    expect(parseMarkdown('<img src=x onerror=alert(1)> and `<b>`')).toEqual([
      { kind: 'paragraph', of: ['<img src=x onerror=alert(1)> and ', { kind: 'code', of: ['<b>'] }] },
    ]);
  });
});
