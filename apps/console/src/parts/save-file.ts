const TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;

/** Has the browser save lines as a file. */
export function saveFile(name: string, format: keyof typeof TYPES, lines: readonly string[]): void {
  const blob = new Blob([`${lines.join('\r\n')}\r\n`], { type: TYPES[format] });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Returns a line of CSV. */
export const toCsvLine = (cells: readonly string[]): string => cells.map(escapeCell).join(',');

/** Escapes a cell (RFC 4180), and prefixes text that a spreadsheet would run as a formula, since it comes from senders. */
function escapeCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
