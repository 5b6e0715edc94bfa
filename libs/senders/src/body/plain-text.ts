/** The share of control characters from which bytes are no text. Colours of a terminal and separators are fewer. */
const MAX_CONTROL_SHARE = 0.1;

/** Returns whether a body is no text, whatever its content type says. */
export function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  const controls = text.match(/[\u0001-\u0008\u000e-\u001a\u001c\u001d\u001f\u007f-\u009f\ufffd]/g);
  return controls !== null && controls.length > text.length * MAX_CONTROL_SHARE;
}

/**
 * Returns whether the text begins as JSON does: with an object, with a list of anything but a label, or with the record separator
 * of RFC 7464. A list of scalars may as well be the time of a log line, so it must be JSON to be read as such.
 */
export function startsAsJson(text: string): boolean {
  const first = /[^\s\u001e]/.exec(text)?.[0];
  return first === '{' || (first === '[' && !startsWithLabel(text) && !startsWithTime(text));
}

function startsWithTime(text: string): boolean {
  return /^\s*\[\s*\d[\d\s.:/TZ+-]{3,40}(?:[A-Z]{2,5})?\s*\]\s*\S/.test(text);
}

/** Returns whether the text begins with a label such as `[FIRING] Disk full`, which looks like the start of a JSON list. */
function startsWithLabel(text: string): boolean {
  return /^\s*\[\s*(?!true\b|false\b|null\b)\p{L}[^\]\n"{}[]{0,80}\]\s*\S/u.test(text);
}
