/** The outcome of an attempt. */
export type Verdict =
  | {
      readonly outcome: 'sent';
      /** Who did not get it, if there were several recipients. */
      readonly note?: string;
    }
  /** A later attempt may succeed. */
  | {
      readonly outcome: 'retry';
      readonly reason: string;
      /** The delay that the receiver asks for, in seconds. */
      readonly after?: number | undefined;
      /** Nothing can have reached the receiver. The unit of the quota is given back. */
      readonly nothingLeft?: boolean;
      /** The unit is given back, although a request may have left: for another notification, or before a defect ended the attempt. */
      readonly isFree?: boolean;
      /** The service has a fault, which says nothing of the receiver. */
      readonly isOwnFault?: boolean;
      /** Some recipients have got it: in this attempt, or only in an earlier one. It is tried again for the others. */
      readonly partly?: 'now' | 'before' | undefined;
      /** The receiver works, but is asked too often (429). This is no failure: the subscription pauses as long as it asks. */
      readonly isPause?: boolean;
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

/** Returns whether the receiver only asks for a pause. */
export function isPause(verdict: Verdict): boolean {
  return verdict.outcome === 'retry' && verdict.isPause === true;
}

/** Returns whether nothing can have reached the receiver. */
export function hasNothingLeft(verdict: Verdict): boolean {
  return verdict.outcome === 'skipped' || ('nothingLeft' in verdict && verdict.nothingLeft === true);
}

/** Returns whether the unit of the attempt is given back. */
export function isRefundable(verdict: Verdict): boolean {
  return hasNothingLeft(verdict) || (verdict.outcome === 'retry' && verdict.isFree === true);
}

/** Returns whether the attempt failed by a fault of the service. */
export function isOwnFault(verdict: Verdict): boolean {
  return verdict.outcome === 'retry' && verdict.isOwnFault === true;
}
