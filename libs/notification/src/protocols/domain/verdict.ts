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
  | { readonly outcome: 'failed'; readonly reason: string; readonly nothingLeft?: boolean }
  /** The receiver wants nothing any more. */
  | { readonly outcome: 'gone'; readonly reason: string }
  /** There is nothing to send: it costs nothing. */
  | {
      readonly outcome: 'skipped';
      /** SENT: the receiver has got it with something else. */
      readonly as: 'SENT' | 'CANCELLED';
      readonly reason: string;
    };

/** Nothing can have reached the receiver: the unit of the attempt is given back. */
export function isFree(verdict: Verdict): boolean {
  return verdict.outcome === 'skipped' || ('nothingLeft' in verdict && verdict.nothingLeft === true);
}
