/** The days of the ledger. */
export abstract class LedgerBook {
  /** As the roll-up does: up to so many deltas, in one transaction. Returns how many; 0 while another is at it. */
  abstract fold(deltas: number): Promise<number>;
}
