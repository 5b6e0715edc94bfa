const TEXTS = new Set(['description', 'summary', 'title', 'example', 'examples', 'externalDocs']);

/** Removes the texts for people from an OpenAPI document. Properties that are named `title` or `description` stay. */
export function withoutTexts<T>(document: T): T {
  return strip(document, false) as T;
}

function strip(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNamed || !TEXTS.has(key))
      .map(([key, member]) => [key, strip(member, !isNamed && key === 'properties')]),
  );
}
