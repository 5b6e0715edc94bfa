/** An answer of `T` that is JSON already: what comes from the database as text need not be read to be written again. */
export class RawJson<T> {
  /** For the compiler alone. */
  declare readonly of: T;

  constructor(readonly text: string) {}
}
