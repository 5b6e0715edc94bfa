/** A zero-width space. It is invisible and makes a word no longer a mention. */
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Escapes a text of a sender within mrkdwn. The characters &, < and > begin links and mentions such as `<!channel>`. Plain
 * mentions such as `@channel` work only where the workspace parses names.
 */
export function escapeMrkdwn(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=(?:here|channel|everyone|group)\b)/gi, `@${ZERO_WIDTH_SPACE}`);
}
