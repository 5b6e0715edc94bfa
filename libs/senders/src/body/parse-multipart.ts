/** More parts than any sender posts. The limit bounds the time that a malicious body can take. */
const MAX_PARTS = 1_000;

/** Returns the boundary in the content type of a multipart form; `undefined` for other content types. */
export function findBoundary(contentType: string): string | undefined {
  const match = /^\s*multipart\/form-data\b.*?;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType,
  );
  return match?.[1] ?? match?.[2];
}

/** Returns the named parts of a multipart form (RFC 7578) as texts, including files. Never throws. */
export function parseMultipart(text: string, boundary: string): readonly (readonly [string, string])[] {
  const fields: (readonly [string, string])[] = [];
  for (const part of `\r\n${text}`.split(`\n--${boundary}`, MAX_PARTS + 1).slice(1)) {
    if (part.startsWith('--')) break;
    const headEnd = /\r?\n\r?\n/.exec(part);
    if (headEnd === null) continue;
    const name = parsePartName(part.slice(0, headEnd.index));
    if (name !== undefined)
      fields.push([name, part.slice(headEnd.index + headEnd[0].length).replace(/\r?$/, '')]);
  }
  return fields;
}

function parsePartName(head: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(head)?.[1] ?? '';
  const match = /;\s*name=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition);
  return match?.[1]?.replaceAll(/\\(.)/g, '$1').replaceAll('%22', '"') ?? match?.[2];
}
