/**
 * Returns a list as the text of a PostgreSQL array. The driver could do this too, but it searches each value for characters
 * to escape and formats times in the zone of the process, which together took a tenth of the worker's time.
 */
export function list(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function listOfTexts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
}

/** Writes times as milliseconds since 1970, which {@link timeOf} converts back. */
export function listOfTimes(values: readonly (Date | null)[]): string {
  return list(values.map((value) => value && value.getTime()));
}

export function timeOf(milliseconds: string): string {
  return `to_timestamp(${milliseconds} / 1000.0)`;
}

const SPECIAL = /["\\]/;

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`;
}

/** The limits of one statement; the size is in characters. */
const STATEMENT = { rows: 5_000, size: 8 * 1024 * 1024 };

/**
 * Splits rows among several statements, and returns the range of each. No statement may run into its time limit, or fill the
 * memory with its parameters. Nearly always one statement is enough.
 */
export function portionsOf<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number = () => 0,
  most: { readonly rows: number; readonly size: number } = STATEMENT,
): readonly (readonly [from: number, to: number])[] {
  const portions: (readonly [number, number])[] = [];
  let [from, size] = [0, 0];
  rows.forEach((row, at) => {
    const own = sizeOf(row);
    size += own;
    if (at - from < most.rows && (size <= most.size || at === from)) return;
    portions.push([from, at]);
    [from, size] = [at, own];
  });
  return from < rows.length ? [...portions, [from, rows.length]] : portions;
}
