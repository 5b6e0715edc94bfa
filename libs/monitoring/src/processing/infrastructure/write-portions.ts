import type { PoolClient } from 'pg';
import { portionsOf } from '#shared/platform/persistence/array-parameters.js';

interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly valuesOf: (rows: readonly Row[]) => unknown[];
  /** In characters, where rows may be large. */
  readonly sizeOf?: (row: Row) => number;
}

/** As often as it takes for these rows: once, as a rule, and not at all for none. */
export async function writePortions<Row>(
  client: PoolClient,
  rows: readonly Row[],
  { name, text, valuesOf, sizeOf }: Statement<Row>,
): Promise<void> {
  for (const [from, to] of portionsOf(rows, sizeOf))
    await client.query({ name, text, values: valuesOf(rows.slice(from, to)) });
}
