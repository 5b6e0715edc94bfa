/** A record that has just become visible. All followers receive the same object. */
export interface FeedMessage<T extends object = object> {
  /** A reader that follows after this position continues with the next record. */
  readonly position: string;
  /** The type of the message, for feeds with more than one type. */
  readonly type?: string;
  readonly data: T;
}

export abstract class FeedReader<T extends object = object> {
  /** Whether the reader can accept more. While it cannot, nothing is sent to it; afterwards it receives all it has missed. */
  abstract readonly isReady: boolean;
  abstract send(message: FeedMessage<T>): void;
  /**
   * Reports that everything before this position was sent. Called often enough that the position of an idle reader stays valid.
   */
  abstract reportPosition(position: string): void;
  /** Reports that the records between the requested position and this one are no longer available. */
  abstract reset(position: string): void;
  /** Reports that the query cannot be executed. Nothing more is sent. */
  abstract fail(reason: string): void;
  /** Ends the stream regularly: its client connects again, with the last position that it received. */
  abstract finish(): void;
}
