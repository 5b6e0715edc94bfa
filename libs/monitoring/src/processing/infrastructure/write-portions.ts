import type { PoolClient } from 'pg';
import { splitRows } from '#shared/platform/persistence/split-rows.js';

interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly valuesOf: (rows: readonly Row[]) => unknown[];
  /** Returns the size in characters. Given if rows may be large. */
  readonly sizeOf?: (row: Row) => number;
}

/** Executes the statement once per portion of the rows: usually once, and never without rows. */
export async function writePortions<Row>(
  client: PoolClient,
  rows: readonly Row[],
  { name, text, valuesOf, sizeOf }: Statement<Row>,
): Promise<void> {
  for (const [from, to] of splitRows(rows, sizeOf))
    await client.query({ name, text, values: valuesOf(rows.slice(from, to)) });
}
