import { Marked } from 'marked';
import { useMemo } from 'preact/hooks';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Guides contain no HTML. What looks like it, such as `<your host>`, is escaped. */
const marked = new Marked({
  async: false,
  // One level deeper, because the page has a heading above the guide.
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth += 1;
  },
  renderer: { html: ({ text }) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign) },
});

/** The guide for a sender. @param url the address of the webhook, which is filled in; without it, its place stays open */
export function Guide({ markdown, url }: { readonly markdown: string; readonly url?: string }) {
  const html = useMemo(() => {
    // Without its title, because the page has its own heading.
    const body = markdown.replace(/^# .*\n/, '');
    return marked.parse(url === undefined ? body : fillIn(body, url)) as string;
  }, [markdown, url]);
  return <div class="guide" dangerouslySetInnerHTML={{ __html: html }} />;
}

function fillIn(markdown: string, url: string): string {
  const { host, pathname } = new URL(url, location.href);
  return markdown
    .replaceAll('<webhook_url>', url)
    .replaceAll('<host of the webhook_url>', host)
    .replaceAll('<path>', pathname);
}
