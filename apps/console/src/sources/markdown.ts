/** A part of a line: text, or text of a kind. */
export type Inline =
  | string
  | {
      readonly kind: 'strong' | 'em' | 'code' | 'link';
      readonly of: readonly Inline[];
      readonly target?: string;
    };

/** `start` is the number of the first item of an ordered list. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly of: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly start: number | undefined;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] };

const FENCE = /^(~~~+|```+)/;
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^(?:\d+\.|[-*+]) +/;
const TABLE_RULE = /^\|[\s:|-]+\|$/;

/**
 * Parses the Markdown of guides: headings, paragraphs, lists, tables and code. Guides contain no HTML. What looks like it, such as
 * `<your host>`, is text, as is everything else that is not known here.
 */
export function parseMarkdown(markdown: string): readonly Block[] {
  return parseBlocks(markdown.split(/\r?\n/));
}

function parseBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const [block, next] = parseBlock(lines, at);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

/** @returns the block that begins at a line, and the line after it */
function parseBlock(lines: readonly string[], at: number): [block: Block | undefined, next: number] {
  const line = lines[at] ?? '';
  if (line.trim() === '') return [undefined, at + 1];
  const [fence] = FENCE.exec(line) ?? [];
  if (fence !== undefined) {
    const end = findEnd(lines, at + 1, (each) => each.startsWith(fence));
    return [{ kind: 'code', text: lines.slice(at + 1, end).join('\n') }, end + 1];
  }
  const [, marks, title = ''] = HEADING.exec(line) ?? [];
  if (marks !== undefined)
    return [{ kind: 'heading', level: marks.length, of: parseInline(title.trim()) }, at + 1];
  if (ITEM.test(line)) return parseList(lines, at);
  if (line.startsWith('|') && TABLE_RULE.test(lines[at + 1] ?? '')) {
    const end = findEnd(lines, at, (each) => !each.startsWith('|'));
    const rows = [line, ...lines.slice(at + 2, end)].map(parseRow);
    return [{ kind: 'table', rows }, end];
  }
  const end = findEnd(lines, at + 1, (each) => each.trim() === '' || startsBlock(each));
  const text = lines
    .slice(at, end)
    .map((each) => each.trim())
    .join('\n');
  return [{ kind: 'paragraph', of: parseInline(text) }, end];
}

function parseList(lines: readonly string[], from: number): [block: Block, next: number] {
  const [number] = /^\d+/.exec(lines[from] ?? '') ?? [];
  const isOrdered = number !== undefined;
  const items: (readonly Block[])[] = [];
  let at = from;
  while (ITEM.test(lines[at] ?? '') && /^\d/.test(lines[at] ?? '') === isOrdered) {
    const indent = ITEM.exec(lines[at] ?? '')?.[0].length ?? 0;
    // What is indented belongs to the item, and so does text that goes on without being indented.
    const end = findEnd(lines, at + 1, (each, index) => {
      if (each.trim() === '') return false;
      const isIndented = each.slice(0, indent).trim() === '';
      return !isIndented && (lines[index - 1]?.trim() === '' || startsBlock(each));
    });
    items.push(
      parseBlocks(lines.slice(at, end).map((each) => each.slice(Math.min(indent, widthOf(each, indent))))),
    );
    at = end;
  }
  return [{ kind: 'list', start: isOrdered ? Number(number) : undefined, items }, at];
}

/** How much of an indentation a line has; the first line of an item has its mark there. */
function widthOf(line: string, indent: number): number {
  return ITEM.test(line) ? indent : line.length - line.trimStart().length;
}

const startsBlock = (line: string): boolean =>
  FENCE.test(line) || HEADING.test(line) || ITEM.test(line) || line.startsWith('|');

function findEnd(
  lines: readonly string[],
  from: number,
  isEnd: (line: string, index: number) => boolean,
): number {
  const found = lines.findIndex((line, index) => index >= from && isEnd(line, index));
  return found === -1 ? lines.length : found;
}

function parseRow(line: string): readonly (readonly Inline[])[] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim().replaceAll('\\|', '|')));
}

const INLINE =
  /(`+)(?<code>.+?)\1(?!`)|\*\*(?<strong>.+?)\*\*(?!\*)|\*(?! )(?<emphasis>[^*]+)\*|(?<!\w)_(?<em>[^_]+)_(?!\w)|\[(?<text>[^\]]*)\]\((?<target>[^)\s]*)\)/gs;

export function parseInline(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const { code, strong, emphasis, em = emphasis, text: label, target } = match.groups ?? {};
    if (match.index > end) parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push({ kind: 'code', of: [code.replace(/^ (.*) $/s, '$1')] });
    else if (strong !== undefined) parts.push({ kind: 'strong', of: parseInline(strong) });
    else if (em !== undefined) parts.push({ kind: 'em', of: parseInline(em) });
    else if (label !== undefined && target !== undefined)
      parts.push({ kind: 'link', of: parseInline(label), target });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
