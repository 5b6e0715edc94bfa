/** What is sent to the database: text of ours, and values beside it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Places of the regular expressions in it: only the database can tell whether one is well-formed. */
  readonly patterns: readonly string[];
  /** Into the objects of the records. */
  readonly paths: readonly NamedPath[];
}

/** A path into an object, as a key named it. */
export interface NamedPath {
  /** The field that it begins with, as a key, and in SQL over the alias `r`. */
  readonly root: string;
  readonly sql: string;
  readonly inside: readonly string[];
  readonly place: string;
}

/** Gathers the values of a statement. Whatever a caller wrote gets into SQL only through here. */
export class Values {
  readonly all: unknown[] = [];
  readonly patterns: string[] = [];
  readonly paths: NamedPath[] = [];

  /** The placeholder for a value, with its type. */
  add(value: unknown, type: string): string {
    return `$${this.all.push(value)}::${type}`;
  }

  /** With those values only that the text has come to need: the database refuses one that stands nowhere. */
  statement(text: string): Statement {
    const places = new Map<string, number>();
    const numbered = text.replaceAll(/\$(\d+)::/g, (_, given: string) => {
      const place = places.get(given) ?? places.size + 1;
      places.set(given, place);
      return `$${place}::`;
    });
    const values = [...places.keys()].map((given) => this.all[Number(given) - 1]);
    return { text: numbered, values, patterns: [...this.patterns], paths: [...this.paths] };
  }
}

/** A path into a value of SQL. */
export interface Inside {
  readonly root: string;
  readonly path: readonly string[];
  readonly values: Values;
}
