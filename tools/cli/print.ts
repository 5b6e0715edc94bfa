import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';

/** A sender's text could hold what moves the cursor of a terminal. */
export const plain = (value: unknown): string =>
  textOf(value).replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, ' ');

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

export type Columns<T> = Readonly<Record<string, (record: T) => unknown>>;

const MAX_CELL = 60;
const cut = (text: string): string => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);

export function printTable<T>(records: readonly T[], columns: Columns<T>): void {
  const table = new Table({ head: Object.keys(columns), style: { head: [], border: [], compact: true } });
  // Ids are for copying: what is shown of them is all.
  for (const record of records) {
    table.push(
      Object.values(columns).map((cell) =>
        isId(cell(record)) ? plain(cell(record)) : cut(plain(cell(record))),
      ),
    );
  }
  console.log(table.toString());
}

const isId = (value: unknown): boolean => /^[a-z_]+_[0-9a-z]{26}$|^https?:|^tocsin_/.test(String(value));

/** One record, a field a line. */
export function printRecord(record: object): void {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  for (const [name, value] of Object.entries(record)) console.log(`${name.padEnd(width)}  ${plain(value)}`);
}

/** On a terminal, where it is not in the way of what is printed. */
export function progressBar(title: string, total: number): SingleBar {
  const bar = new SingleBar({
    format: `${title} {bar} {value}/{total} {eta_formatted}`,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    noTTYOutput: false,
  });
  bar.start(total, 0);
  return bar;
}
