import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import { linkTo } from '../address.js';
import { parseMarkdown, type Block, type Inline } from './markdown.js';

/** The guide for a sender. @param url the address of the webhook, which is filled in; without it, its place stays open */
export function Guide({ markdown, url }: { readonly markdown: string; readonly url?: string }) {
  const blocks = useMemo(() => {
    // Without its title, because the page has its own heading.
    const body = markdown.replace(/^# .*\n/, '');
    return parseMarkdown(url === undefined ? body : fillIn(body, url));
  }, [markdown, url]);
  return (
    <div class="guide">
      <Blocks of={blocks} />
    </div>
  );
}

function fillIn(markdown: string, url: string): string {
  const { host, pathname } = new URL(url, location.href);
  return markdown
    .replaceAll('<webhook_url>', url)
    .replaceAll('<host of the webhook_url>', host)
    .replaceAll('<path>', pathname);
}

function Blocks({ of }: { readonly of: readonly Block[] }) {
  return (
    <>
      {of.map((block, index) => (
        <BlockOf key={index} block={block} />
      ))}
    </>
  );
}

function BlockOf({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      // One level deeper, because the page has a heading above the guide.
      return h(`h${Math.min(6, block.level + 1)}`, {}, <Inlines of={block.of} />);
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.of} />
        </p>
      );
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return h(
        block.start === undefined ? 'ul' : 'ol',
        { start: block.start },
        block.items.map((item, index) => (
          <li key={index}>
            <Blocks of={item} />
          </li>
        )),
      );
    case 'table':
      return <TableOf rows={block.rows} />;
  }
}

function TableOf({
  rows: [head = [], ...rows],
}: {
  readonly rows: readonly (readonly (readonly Inline[])[])[];
}) {
  return (
    <div class="table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Inlines of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Inlines of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ of }: { readonly of: readonly Inline[] }) {
  return (
    <>
      {of.map((part, index) => {
        if (typeof part === 'string') return part;
        const inner = <Inlines key={index} of={part.of} />;
        if (part.kind !== 'link') return h(part.kind, { key: index }, inner);
        const target = findTarget(part.target ?? '');
        return target === undefined ? (
          inner
        ) : (
          <a key={index} href={target} rel="noreferrer">
            {inner}
          </a>
        );
      })}
    </>
  );
}

/** Guides link to pages, and to the guides of other systems. Other targets are no links here. */
function findTarget(target: string): string | undefined {
  if (/^https?:\/\//.test(target)) return target;
  const [, system] = /^\.\.\/([\w-]+)\/guide\.md$/.exec(target) ?? [];
  return system === undefined ? undefined : linkTo('settings', 'plugins', { open: system });
}
