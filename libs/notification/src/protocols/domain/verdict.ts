/** The outcome of an attempt. */
export type Verdict =
  | { readonly outcome: 'sent' }
  /** A later attempt may succeed. */
  | {
      readonly outcome: 'retry';
      readonly reason: string;
      /** The delay that the receiver asks for, in seconds. */
      readonly after?: number | undefined;
      /** Nothing can have reached the receiver. The unit of the quota is given back. */
      readonly nothingLeft?: boolean;
    }
  /** No attempt can succeed. */
  | { readonly outcome: 'failed'; readonly reason: string; readonly nothingLeft?: boolean }
  /** The receiver wants no more notifications: the subscription is disabled. */
  | { readonly outcome: 'gone'; readonly reason: string }
  /** There was nothing to send. The unit of the quota is given back. */
  | {
      readonly outcome: 'skipped';
      /** SENT: the receiver got it as part of something else. */
      readonly as: 'SENT' | 'CANCELLED';
      readonly reason: string;
    };

/** Returns whether nothing can have reached the receiver, so that the unit of the attempt is given back. */
export function isRefundable(verdict: Verdict): boolean {
  return verdict.outcome === 'skipped' || ('nothingLeft' in verdict && verdict.nothingLeft === true);
}
