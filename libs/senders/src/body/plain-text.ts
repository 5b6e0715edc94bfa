/** Content types under which senders also post plain text. `curl -d` labels any body as a form. */
const PLAIN_TEXT_TYPE = /^\s*(?:$|text\/(?!html|xml|csv)|application\/x-www-form-urlencoded\b)/i;
/** Matches at least two words. It only looks at the border between them, so that it does not backtrack. */
const TWO_WORDS = /\p{L}[^\s\p{L}]*\s+\S|\S\s+[^\s\p{L}]*\p{L}/u;
const NOT_PLAIN_TEXT = /^\s*[<"]|[\u0000-\u0008\u000e-\u001f\ufffd]/;

/** Returns whether a body that is neither JSON nor a form is an alarm as plain text: sentences, or lines of `Key: value`. */
export function isPlainText(text: string, contentType: string): boolean {
  return PLAIN_TEXT_TYPE.test(contentType) && TWO_WORDS.test(text) && !NOT_PLAIN_TEXT.test(text);
}

/** Returns whether the text begins with a label such as `[FIRING] Disk full`, which looks like the start of a JSON list. */
export function startsWithLabel(text: string): boolean {
  return /^\s*\[\s*(?!true\b|false\b|null\b)\p{L}[^\]\n"{}[]{0,80}\]\s*\S/u.test(text);
}
