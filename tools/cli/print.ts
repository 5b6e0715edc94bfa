import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';

/** What moves the cursor of a terminal, or turns round what is read: any text of a sender may hold some. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** The same, with controls as they are written in JSON. */
function harmless(text: string): string {
  return text.replaceAll(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The only way to standard output: whatever a server has said does nothing to the terminal. */
export const print = (text: string): void => console.log(harmless(text));

/** As {@link print}, to standard error. */
export const printError = (text: string): void => console.error(harmless(text));

/** A value on one line. */
export const plain = (value: unknown): string => harmless(textOf(value).replaceAll(/[\r\n\t]+/g, ' '));

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

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
  print(table.toString());
}

const isId = (value: unknown): boolean => /^[a-z_]+_[0-9a-z]{26}$|^https?:|^tocsin_/.test(String(value));

/** One record, a field a line. */
export function printRecord(record: object): void {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  for (const [name, value] of Object.entries(record)) print(`${name.padEnd(width)}  ${plain(value)}`);
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
