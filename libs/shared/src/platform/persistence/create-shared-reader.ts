import { types, type FieldDef, type QueryConfig, type QueryResultRow } from 'pg';
import type { RecordReader } from './record-writes.js';
import type { QueryEngine } from './query-engine.js';
import type { RunOptions, TextRow } from './run-cancellable.js';

type SharedOptions = Pick<RunOptions, 'signal'> & {
  /** Is called with the length of each row. Throws to stop. */
  readonly onLength: (length: number) => void;
};

/** Returns what reads records of a domain on its share of the connections, and converts them one by one as they arrive. */
export function createSharedReader(
  engine: QueryEngine,
  domainId: string,
  { onLength, ...options }: SharedOptions,
): RecordReader {
  return {
    query: async <Row extends QueryResultRow>(given: string | QueryConfig, own: unknown[] = []) => {
      const { text, values = own } = typeof given === 'string' ? { text: given } : given;
      const rows: Row[] = [];
      const onRow = (cells: TextRow, columns: readonly FieldDef[]) => {
        onLength(cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0));
        rows.push(readRow(cells, columns) as Row);
        return true;
      };
      await engine.run(domainId, { text, values, patterns: [], paths: [] }, { ...options, onRow });
      return { rows };
    },
  };
}

/** Returns the values of a row as the driver does. */
function readRow(cells: TextRow, columns: readonly FieldDef[]): QueryResultRow {
  return Object.fromEntries(
    columns.map(({ name, dataTypeID }, at) => {
      const cell = cells[at] ?? null;
      return [name, cell === null ? null : (types.getTypeParser(dataTypeID, 'text')(cell) as unknown)];
    }),
  );
}
