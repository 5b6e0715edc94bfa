/** A filter text that cannot be read. The message says where, what was expected there, and the nearest word. */
export class FilterTextError extends SyntaxError {
  override readonly name = 'FilterTextError';
  readonly line: number;
  readonly column: number;

  /** @param at the position in the text, in UTF-16 units */
  constructor(text: string, at: number, reason: string) {
    const before = text.slice(0, at).split('\n');
    const line = before.length;
    // Columns count characters, as editors do.
    const column = [...(before.at(-1) ?? '')].length + 1;
    super(`line ${line}, column ${column}: ${reason}`);
    this.line = line;
    this.column = column;
  }
}
