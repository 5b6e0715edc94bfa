import { Command, Query } from '@nestjs/cqrs';
import type { AlertInfo } from '#monitoring/contracts/alert-actions.js';
import type { LinkAction } from '../domain/action-token.js';

/** Why a link does nothing. */
export type LinkRefusal =
  | 'invalid'
  | 'expired'
  /** Its subscription is deleted or disabled, or has no links any more. */
  | 'ended'
  | 'used'
  /** Its alert is no longer kept. */
  | 'gone'
  | 'resolved'
  | 'acknowledged';

/** What a link is about, for whoever has it. */
export interface LinkSubject {
  readonly action: LinkAction;
  /** To whom `assign` assigns the alert: the user of the domain with the address of the recipient, else this address. */
  readonly assignee: string | null;
  readonly alert: AlertInfo;
  /** The name of the subscription whose message has the link. */
  readonly subscription: string;
  readonly timezone: string;
  /** The time of the database. */
  readonly now: Date;
  readonly used_at: Date | null;
}

export type LinkState =
  | { readonly outcome: 'ready'; readonly subject: LinkSubject }
  | { readonly outcome: 'done'; readonly subject: LinkSubject }
  /** The subject is given only for a link that is valid otherwise. */
  | { readonly outcome: 'refused'; readonly reason: LinkRefusal; readonly subject?: LinkSubject };

/** Returns what a link would do. Changes nothing, because programs that check mails open every link. */
export class ReadActionLink extends Query<LinkState> {
  constructor(
    readonly token: string,
    /** The address of the client. */
    readonly address: string,
  ) {
    super();
  }
}

/** Does what a link says, once. The token says in which domain. */
export class ActByLink extends Command<LinkState> {
  constructor(
    readonly token: string,
    /** The address of the client, for the audit log. */
    readonly address: string,
  ) {
    super();
  }
}
