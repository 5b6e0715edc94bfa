/** A response of type `T` that is already JSON text. Text from the database need not be parsed and serialized again. */
export class RawJson<T> {
  /** Exists only for the type checker. */
  declare readonly of: T;

  constructor(readonly text: string) {}
}
