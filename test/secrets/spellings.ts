/** What a secret can look like where somebody wrote it down by mistake. */
export function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString('hex'),
      // Where it stands inside of something else that is base64, it is spelled in one of three ways.
      ...[0, 1, 2].map((offset) => insideBase64(bytes, offset)),
      ...[0, 1, 2].map((offset) => insideBase64(bytes, offset).replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ];
}

function insideBase64(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  // The first and last digits depend on what stands beside it.
  return text.slice(Math.ceil((offset * 8) / 6), (bytes.length + offset) % 3 === 0 ? undefined : -1);
}

/** The names of the secrets that stand in `text`, however they are spelled. */
export function leaksIn(text: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => spellingsOf(secret).some((spelling) => text.includes(spelling)))
    .map(([name, secret]) => `${name}: …${contextOf(text, spellingsOf(secret))}…`);
}

function contextOf(text: string, spellings: readonly string[]): string {
  const at = Math.min(...spellings.map((each) => text.indexOf(each)).filter((index) => index >= 0));
  return text.slice(Math.max(0, at - 120), at + 60);
}
