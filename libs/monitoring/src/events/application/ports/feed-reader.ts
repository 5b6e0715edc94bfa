/** Something that has just become visible. All that follow it are told of the same object. */
export interface Fed<T extends object = object> {
  /** Following after this goes on behind it. */
  readonly position: string;
  /** The kind of the message, where there is more than one. */
  readonly type?: string;
  readonly data: T;
}

export abstract class FeedReader<T extends object = object> {
  /** Whether it can take more. It is told nothing while it cannot, and of all that came meanwhile once it can. */
  abstract readonly isReady: boolean;
  abstract tell(fed: Fed<T>): void;
  /** Everything before this position was told; so often that a position never gets too old by silence alone. */
  abstract reach(position: string): void;
  /** What lies between the position it asked for and this one is no longer known. */
  abstract reset(position: string): void;
  /** Its query cannot be answered. It is told nothing more. */
  abstract fail(reason: string): void;
}
