/** A zero-width space: nobody sees it, and the word is no mention any more. */
const BREAK = '\u200b';

/**
 * A sender's text within mrkdwn. The three characters begin links and mentions such as `<!channel>`; a mention that is
 * written out is one only where the workspace parses names.
 */
export function escapeMrkdwn(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@(?=(?:here|channel|everyone|group)\b)/gi, `@${BREAK}`);
}
