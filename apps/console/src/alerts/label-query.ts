export type Labels = Readonly<Record<string, string>>;

/** Parses the labels in the URL of the list. What is no object of texts is ignored: people shorten links by hand. */
export function parseLabels(text: string | null): Labels {
  try {
    const labels: unknown = JSON.parse(text ?? '{}');
    if (typeof labels !== 'object' || labels === null || Array.isArray(labels)) return {};
    return Object.fromEntries(
      Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** Parses a label as people write it: `team=db`. Names can contain dots and slashes, values can contain `=`. */
export function parseLabel(text: string): readonly [name: string, value: string] | undefined {
  const at = text.indexOf('=');
  const name = text.slice(0, at).trim();
  return at === -1 || name === '' ? undefined : [name, text.slice(at + 1).trim()];
}
