/** Returns the encodings in which a secret may leak. */
export function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString('hex'),
      // Inside a longer base64 text, the encoding depends on the offset modulo 3.
      ...[0, 1, 2].map((offset) => base64Inside(bytes, offset)),
      ...[0, 1, 2].map((offset) => base64Inside(bytes, offset).replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ];
}

function base64Inside(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  // The first and last characters depend on the neighbouring bytes.
  return text.slice(Math.ceil((offset * 8) / 6), (bytes.length + offset) % 3 === 0 ? undefined : -1);
}

/** Returns the secrets that `text` contains in any encoding, each with its context. */
export function findLeaks(text: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => encodingsOf(secret).some((encoding) => text.includes(encoding)))
    .map(([name, secret]) => `${name}: …${excerptOf(text, encodingsOf(secret))}…`);
}

function excerptOf(text: string, encodings: readonly string[]): string {
  const at = Math.min(...encodings.map((each) => text.indexOf(each)).filter((index) => index >= 0));
  return text.slice(Math.max(0, at - 120), at + 60);
}
