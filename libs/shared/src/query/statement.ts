/** A statement for the database: SQL text from our code, and values separate from it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The places of its regular expressions. Only the database can tell whether one is well-formed. */
  readonly patterns: readonly string[];
  /** Paths into objects of the records. */
  readonly paths: readonly NamedPath[];
  /** The key of the time of the records, if they have one: a filter on it makes a query cheaper. */
  readonly timeKey?: string | undefined;
}

/** A path into an object, as a key of the request named it. */
export interface NamedPath {
  /** The field that the path begins with: as a key, and in SQL over the alias `r`. */
  readonly root: string;
  readonly sql: string;
  readonly inside: readonly string[];
  readonly place: string;
}

/** Collects the values of a statement. Text of a caller reaches SQL only as such a value. */
export class SqlParameters {
  readonly collected: unknown[] = [];
  readonly patterns: string[] = [];
  readonly paths: NamedPath[] = [];
  timeKey: string | undefined;

  /** Adds a value and returns its placeholder, with its type. */
  add(value: unknown, type: string): string {
    return `$${this.collected.push(value)}::${type}`;
  }

  /**
   * Returns the statement with only the values that its text uses: PostgreSQL rejects parameters that do not occur in the
   * text.
   */
  statement(text: string): Statement {
    const places = new Map<string, number>();
    const numbered = text.replaceAll(/\$(\d+)::/g, (_, index: string) => {
      const place = places.get(index) ?? places.size + 1;
      places.set(index, place);
      return `$${place}::`;
    });
    const values = [...places.keys()].map((index) => this.collected[Number(index) - 1]);
    const { timeKey } = this;
    return { text: numbered, values, patterns: [...this.patterns], paths: [...this.paths], timeKey };
  }
}

/** A path into an SQL value. */
export interface JsonPath {
  readonly root: string;
  readonly path: readonly string[];
  readonly values: SqlParameters;
}
