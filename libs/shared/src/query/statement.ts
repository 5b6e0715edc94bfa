/** What is sent to the database: text of ours, and values beside it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Places of the regular expressions in it: only the database can tell whether one is well-formed. */
  readonly patterns: readonly string[];
}

/** Gathers the values of a statement. Whatever a caller wrote gets into SQL only through here. */
export class Values {
  readonly all: unknown[] = [];
  readonly patterns: string[] = [];

  /** The placeholder for a value, with its type. */
  add(value: unknown, type: string): string {
    return `$${this.all.push(value)}::${type}`;
  }

  statement(text: string): Statement {
    return { text, values: [...this.all], patterns: [...this.patterns] };
  }
}
