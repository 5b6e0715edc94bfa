/** What became of an attempt. */
export type Verdict =
  | { readonly outcome: 'sent' }
  /** It may succeed later. */
  | {
      readonly outcome: 'retry';
      readonly reason: string;
      /** Seconds that the receiver asks for. */
      readonly after?: number | undefined;
      /** Nothing can have reached the receiver: the attempt costs nothing. */
      readonly nothingLeft?: boolean;
    }
  /** It will never succeed. */
  | { readonly outcome: 'failed'; readonly reason: string }
  /** The receiver wants nothing any more. */
  | { readonly outcome: 'gone'; readonly reason: string };
