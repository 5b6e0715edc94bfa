/** Bytes of text in an encoded word, which may have 75 characters. */
const MAX_WORD_BYTES = 45;

/**
 * Encodes a subject that contains what looks like an encoded word (RFC 2047), because mail programs would decode it: the text
 * of a sender could look like another one to people than to the filters on its way. The mail client encodes all others.
 */
export function encodeSubject(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words = [''];
  for (const character of subject) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= MAX_WORD_BYTES) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
