import { Marked } from 'marked';
import { useMemo } from 'preact/hooks';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Guides have no HTML: what looks like it, as `<your host>` does, is text. */
const marked = new Marked({
  async: false,
  // Above the guide there is another heading.
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth += 1;
  },
  renderer: { html: ({ text }) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign) },
});

/** The sender's guide with the address filled in. */
export function Guide({ markdown, url }: { readonly markdown: string; readonly url: string }) {
  const html = useMemo(() => {
    const { host, pathname } = new URL(url, location.href);
    const filled = markdown
      .replaceAll('<webhook_url>', url)
      .replaceAll('<host of the webhook_url>', host)
      .replaceAll('<path>', pathname);
    // The page has a heading of its own.
    return marked.parse(filled.replace(/^# .*\n/, '')) as string;
  }, [markdown, url]);
  return <div class="guide" dangerouslySetInnerHTML={{ __html: html }} />;
}
