/** The limits of one statement; the size is in characters. */
const STATEMENT_LIMITS = { rows: 5_000, size: 8 * 1024 * 1024 };

/**
 * Splits rows among several statements, and returns the range of each. No statement may run into its time limit, or fill the
 * memory with its parameters. Nearly always one statement is enough.
 */
export function splitRows<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number = () => 0,
  limits: { readonly rows: number; readonly size: number } = STATEMENT_LIMITS,
): readonly (readonly [from: number, to: number])[] {
  const ranges: (readonly [number, number])[] = [];
  let [from, size] = [0, 0];
  rows.forEach((row, at) => {
    const rowSize = sizeOf(row);
    size += rowSize;
    if (at - from < limits.rows && (size <= limits.size || at === from)) return;
    ranges.push([from, at]);
    [from, size] = [at, rowSize];
  });
  return from < rows.length ? [...ranges, [from, rows.length]] : ranges;
}
