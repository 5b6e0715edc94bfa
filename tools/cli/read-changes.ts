import { CsvError, parse } from 'csv-parse/sync';
import { isDay } from '#shared/query/instant.js';
import type { SeenChange } from './match-changes.js';

const COLUMNS = ['time', 'key', 'state'] as const;
const SEPARATORS = [',', ';', '\t'];

/** What other tools call the two states. */
const STATE_WORDS: Readonly<Record<string, SeenChange['state']>> = {
  firing: 'firing',
  alert: 'firing',
  alerting: 'firing',
  open: 'firing',
  opened: 'firing',
  active: 'firing',
  triggered: 'firing',
  problem: 'firing',
  resolved: 'resolved',
  recovery: 'resolved',
  recovered: 'resolved',
  ok: 'resolved',
  closed: 'resolved',
  normal: 'resolved',
  inactive: 'resolved',
};

/** Reads the beginnings and ends of alerts from CSV. Each mistake says its line and column. */
export function readChanges(text: string): {
  readonly changes: readonly SeenChange[];
  readonly mistakes: readonly string[];
} {
  let rows: readonly Row[];
  try {
    rows = readRows(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { changes: [], mistakes: [`${String(error['lines'] ?? 1)}: is no CSV: ${error.message}`] };
  }
  const [header, ...records] = rows;
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const found = names.length === 0 ? 'it is empty' : `it has ${names.join(', ')}`;
    return {
      changes: [],
      mistakes: [`1: the header has no column ${missing.join(', ')}; ${found}`],
    };
  }
  const changes: SeenChange[] = [];
  const mistakes: string[] = [];
  for (const { record, line } of records) {
    const read = (name: string) => record[names.indexOf(name)]?.trim() ?? '';
    const at = parseTime(read('time'));
    const state = STATE_WORDS[read('state').toLowerCase()];
    const key = read('key');
    const report = (name: string, expected: string) =>
      mistakes.push(`${line}: ${name}: expected ${expected}, but found ${JSON.stringify(read(name))}`);
    if (at === undefined)
      report('time', 'an ISO 8601 time with a zone like 2026-11-20T10:00:00Z, or seconds');
    if (state === undefined) report('state', `one of ${Object.keys(STATE_WORDS).join(', ')}`);
    if (key === '') report('key', 'the key of the alert');
    if (at !== undefined && state !== undefined && key !== '')
      changes.push({ at, state, key, line, ...(names.includes('title') && { title: read('title') }) });
  }
  return { changes, mistakes };
}

interface Row {
  readonly record: readonly string[];
  readonly line: number;
}

function readRows(text: string): readonly Row[] {
  const [head = ''] = text.split('\n', 1);
  const count = (separator: string) => head.split(separator).length;
  const delimiter = SEPARATORS.toSorted((a, b) => count(b) - count(a))[0];
  const rows = parse(text, {
    ...{ bom: true, info: true, skip_empty_lines: true, relax_column_count: true, trim: true, delimiter },
  }) as unknown as readonly {
    readonly record: readonly string[];
    readonly info: { readonly lines: number };
  }[];
  // The parser says where a row ends; texts in quotes may have several lines.
  return rows.map(({ record, info }) => ({
    record,
    line: info.lines - record.join('').split('\n').length + 1,
  }));
}

/** Returns milliseconds since the epoch. A time without a zone could be any hour. */
function parseTime(text: string): number | undefined {
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,13}$/.test(text)) return Number(text);
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)$/i.test(text)) return undefined;
  if (!isDay(text.slice(0, 10))) return undefined;
  const at = Date.parse(
    text
      .replace(' ', 'T')
      .replace(/\s/, '')
      .replace(',', '.')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  );
  return Number.isNaN(at) ? undefined : at;
}
