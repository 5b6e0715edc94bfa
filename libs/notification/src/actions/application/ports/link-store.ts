/** The subscription of a link, as it is now. */
export interface LinkSubscription {
  readonly name: string;
  readonly timezone: string;
  /** Whether it is enabled and its messages have links. */
  readonly hasLinks: boolean;
  /** The time of the database, by which links were dated. */
  readonly now: Date;
  /** When this link was used; `null` if it was not. */
  readonly used_at: Date | null;
}

/** The subscriptions of links, and which links have been used. */
export abstract class LinkStore {
  /** @param subscription_id a uuid @returns `undefined` if the domain has no such subscription (any more) */
  abstract find(
    domain_id: string,
    subscription_id: string,
    link_id: Buffer,
  ): Promise<LinkSubscription | undefined>;

  /**
   * Does what a link says and marks it as used in the same transaction, so that a process that dies has done both or neither.
   * Of several calls at a time, one succeeds.
   * @throws ERROR_CONFLICT for a link that was used
   */
  abstract use(domain_id: string, link_id: Buffer, act: () => Promise<void>): Promise<void>;

  /**
   * Remembers the press of a button before it acts, so that its request does nothing again. Another press is another request.
   * @returns `false` if it is remembered already
   */
  abstract mark(domain_id: string, press_id: Buffer): Promise<boolean>;
}
