import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';

/** Control characters of terminals, and characters that change the direction of text. Texts of senders may contain any. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Escapes control characters as in JSON. */
function escapeControls(text: string): string {
  return text.replaceAll(
    CONTROL_CHARACTERS,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes to standard output. All output goes through here, so that no text of a server can control the terminal. */
export const print = (text: string): void => console.log(escapeControls(text));

/** Writes to standard error as {@link print} does to standard output. */
export const printError = (text: string): void => console.error(escapeControls(text));

/** Formats a value as one line. */
export const formatLine = (value: unknown): string =>
  escapeControls(textOf(value).replaceAll(/[\r\n\t]+/g, ' '));

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

export type Columns<T> = Readonly<Record<string, (record: T) => unknown>>;

const MAX_CELL_LENGTH = 60;
const truncate = (text: string): string =>
  text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text;

export function printTable<T>(records: readonly T[], columns: Columns<T>): void {
  const table = new Table({ head: Object.keys(columns), style: { head: [], border: [], compact: true } });
  // Ids, URLs and keys are never shortened, because people copy them.
  for (const record of records) {
    table.push(
      Object.values(columns).map((cell) =>
        isId(cell(record)) ? formatLine(cell(record)) : truncate(formatLine(cell(record))),
      ),
    );
  }
  print(table.toString());
}

const isId = (value: unknown): boolean => /^[a-z_]+_[0-9a-z]{26}$|^https?:|^tocsin_/.test(String(value));

/** Prints a record with one field per line. */
export function printRecord(record: object): void {
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  for (const [name, value] of Object.entries(record)) print(`${name.padEnd(width)}  ${formatLine(value)}`);
}

/** Shows a progress bar on standard error, if that is a terminal, so that standard output can be piped. */
export function progressBar(title: string, total: number): SingleBar {
  const bar = new SingleBar({
    format: `${title} {bar} {value}/{total} {eta_formatted}`,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    noTTYOutput: false,
  });
  bar.start(total, 0);
  if (process.stderr.isTTY) stopAtSignals(bar, title);
  return bar;
}

/** A bar hides the cursor of the terminal. At Ctrl-C it shows it again, and tells what was done; then the process ends by the signal. */
function stopAtSignals(bar: SingleBar, title: string): void {
  const end = (signal: NodeJS.Signals) => {
    bar.stop();
    const total = bar.getTotal();
    printError(`${title}: ${Math.round((bar.getProgress() || 0) * total)} of ${total} were done`);
    process.kill(process.pid, signal);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, end);
  bar.once('stop', () => {
    for (const signal of signals) process.off(signal, end);
  });
}
