/** A text as mail-like notifications are written: lines of `Key: value`, and sentences around them. */
export interface TextFields {
  /** By name in lower case without spaces and punctuation: `Date/Time` is `datetime`. The first of each name counts. */
  readonly fields: ReadonlyMap<string, string>;
  /** The lines that are neither a field nor a banner. */
  readonly sentences: readonly string[];
}

const MAX_CHARACTERS = 16_384;
const MAX_LINES = 300;
/** `Host:  db-1`, also with a mark of a list before it. A name ends at the first colon. */
const FIELD_LINE = /^[-*\u2022 \t]{0,4}(\p{L}[\p{L}\d _./()-]{0,40}?)[ \t]{0,20}:(?:[ \t]+(\S.*))?$/u;
/** `***** Nagios *****`, `--SERVICE-ALERT------`: a line that only decorates. */
const BANNER = /^([*=#~_-])\1{1,79}[^:]{0,80}?(?:\1{2,80})?$/;

/** Splits a text into its fields and sentences. A field without a value takes the lines below it, up to the next field. */
export function parseTextFields(text: string): TextFields {
  const fields = new Map<string, string>();
  const sentences: string[] = [];
  let open: { readonly name: string; isApart: boolean } | undefined;
  for (const raw of stripTags(text.slice(0, MAX_CHARACTERS)).split(/\r?\n/).slice(0, MAX_LINES)) {
    const line = raw.trim();
    if (line === '') open = skipBlank(open, fields);
    if (line === '' || isBanner(line)) continue;
    const [, label, value] = FIELD_LINE.exec(line) ?? [];
    const name = label === undefined || open?.isApart === true ? '' : normaliseLabel(label);
    if (name !== '' && !fields.has(name)) {
      fields.set(name, value?.trim() ?? '');
      // What follows "Additional Info:" is the output of a check, whatever it looks like.
      open = value === undefined ? { name, isApart: name === 'additionalinfo' } : undefined;
    } else if (open !== undefined) fields.set(open.name, `${fields.get(open.name)}\n${line}`.trim());
    else sentences.push(line);
  }
  return { fields, sentences };
}

/** A blank line before the text of a field sets it apart, so that all lines up to the next one belong to it. */
function skipBlank<T extends { readonly name: string }>(
  open: T | undefined,
  fields: ReadonlyMap<string, string>,
) {
  return open === undefined || fields.get(open.name) !== '' ? undefined : { name: open.name, isApart: true };
}

export function isBanner(line: string): boolean {
  return line.length > 2 && line.length <= 240 && BANNER.test(line);
}

function normaliseLabel(label: string): string {
  return label.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}

/** Replaces the tags of an HTML message: some default templates are HTML. */
function stripTags(text: string): string {
  return /<(?:b|br|p|div|td|html)\b/i.test(text)
    ? text
        .replaceAll(/<(?:br|\/p|\/div|\/tr|\/h\d)\b[^<>]{0,200}>/gi, '\n')
        .replaceAll(/<\/?[a-z][^<>]{0,500}>/gi, '')
    : text;
}

/** Returns a reader of the first of these fields that has a value. */
export function firstField({ fields }: TextFields, ...names: readonly string[]): string | undefined {
  return names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== '');
}
