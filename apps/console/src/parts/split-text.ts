interface Part {
  readonly kind: 'text' | 'link' | 'time';
  readonly text: string;
}

const PATTERNS = {
  // Without the punctuation at its end, which belongs to the sentence.
  link: /\bhttps?:\/\/[^\s<>"'`\\]*[^\s<>"'`\\.,;:!?()[\]{}]/gi,
  time: /\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\b/g,
} as const;

/** Splits a text at its links, or at its times as the service writes them in lines for people. */
export function splitText(text: string, kind: keyof typeof PATTERNS): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(PATTERNS[kind])) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    const isValid = kind === 'time' || URL.canParse(found);
    parts.push({ kind: isValid ? kind : 'text', text: found });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}
