/** Content types whose senders also post words: `curl -d` says a form of whatever it posts. */
const OF_WORDS = /^\s*(?:$|text\/(?!html|xml|csv)|application\/x-www-form-urlencoded\b)/i;
/** Two words at least. The last letter of the first and the first of the second will do, so that nothing is looked at twice. */
const WORDS = /\p{L}[^\s\p{L}]*\s+\S|\S\s+[^\s\p{L}]*\p{L}/u;
const NO_WORDS = /^\s*[<"]|[\u0000-\u0008\u000e-\u001f\ufffd]/;

/** Whether a body that is neither JSON nor a form is an alarm in words: sentences, or lines of `Key: value`. */
export function isPlainText(text: string, contentType: string): boolean {
  return OF_WORDS.test(contentType) && WORDS.test(text) && !NO_WORDS.test(text);
}

/** `[FIRING] Disk full` begins as a list does. */
export function beginsWithLabel(text: string): boolean {
  return /^\s*\[\s*(?!true\b|false\b|null\b)\p{L}[^\]\n"{}[]{0,80}\]\s*\S/u.test(text);
}
