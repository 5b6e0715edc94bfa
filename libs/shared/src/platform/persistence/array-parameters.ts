/**
 * Lists as PostgreSQL writes arrays down. The driver would do it too, but searches each value for what must be escaped
 * and writes times out in the zone of the process, which together took a tenth of the worker's time.
 */
export function list(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function listOfTexts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
}

/** Milliseconds since 1970, for {@link timeOf}. */
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

/** Of one statement; sizes in characters. */
const STATEMENT = { rows: 5_000, size: 8 * 1024 * 1024 };

/**
 * From where to where each of several statements takes its rows: none is so large that it runs into its time limit, or that
 * its parameters fill the memory. One statement for nearly all.
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
