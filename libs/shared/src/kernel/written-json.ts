/** An answer of `T` that is JSON already: what comes from the database as text need not be read to be written again. */
export class WrittenJson<T> {
  /** For the compiler alone. */
  declare readonly of: T;

  constructor(readonly text: string) {}
}
