import { Command, CommandHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ICommandHandler, IQueryHandler } from '@nestjs/cqrs';
import { KnownUsers } from '#identity/contracts/known-users.js';
import { AlertActions, type AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { ActionTokens, type LinkAction, type OpenedGrant } from '../domain/action-token.js';
import { AlertActor } from './act-on-alert.js';
import { LinkStore } from './ports/link-store.js';

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

@QueryHandler(ReadActionLink)
export class ReadActionLinkHandler implements IQueryHandler<ReadActionLink> {
  constructor(
    private readonly tokens: ActionTokens,
    private readonly store: LinkStore,
    private readonly alerts: AlertActions,
    private readonly users: KnownUsers,
  ) {}

  async execute({ token, address }: ReadActionLink): Promise<LinkState> {
    const grant = this.tokens.open(token);
    if (grant === undefined) return refuse('invalid');
    const { domain_id, subscription_id, link_id, action, expires_at } = grant;
    const subscription = await this.store.find(domain_id, subscription_id, link_id);
    if (!subscription?.hasLinks) return refuse('ended');
    const { name, timezone, now, used_at } = subscription;
    if (used_at === null && expires_at * 1000 <= now.getTime()) return refuse('expired');
    const alert = await this.findAlert(createLinkScope(grant, name, address), grant.alert_id);
    if (alert === undefined) return refuse('gone');
    const assignee = await this.findAssignee(grant);
    const subject = { action, assignee, alert, subscription: name, timezone, now, used_at };
    if (used_at !== null) return refuse('used', subject);
    if (alert.state === 'RESOLVED') return refuse('resolved', subject);
    if (action === 'acknowledge' && alert.acknowledged) return refuse('acknowledged', subject);
    return { outcome: 'ready', subject };
  }

  /** Lists of users are by their id, whose case can be another than that of the address. */
  private async findAssignee({ domain_id, assignee }: OpenedGrant): Promise<string | null> {
    if (assignee === null) return null;
    return (await this.users.findByEmail(domain_id, assignee))?.user_id ?? assignee;
  }

  private async findAlert(scope: Scope, uuid: string): Promise<AlertInfo | undefined> {
    try {
      return await this.alerts.get(scope, formatId('alert', uuid));
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not-found') return undefined;
      throw error;
    }
  }
}

@CommandHandler(ActByLink)
export class ActByLinkHandler implements ICommandHandler<ActByLink> {
  constructor(
    private readonly tokens: ActionTokens,
    private readonly store: LinkStore,
    private readonly actor: AlertActor,
    private readonly reader: ReadActionLinkHandler,
  ) {}

  async execute({ token, address }: ActByLink): Promise<LinkState> {
    const state = await this.reader.execute(new ReadActionLink(token, address));
    const grant = this.tokens.open(token);
    if (state.outcome !== 'ready' || grant === undefined) return state;
    const { subject } = state;
    const scope = createLinkScope(grant, subject.subscription, address);
    try {
      const means = `a link in a message of ${subject.subscription}`;
      await this.store.use(grant.domain_id, grant.link_id, () =>
        this.actor.act(scope, subject.action, subject, means),
      );
    } catch (error) {
      // Somebody else was faster, and the page says who; otherwise it can be tried again.
      const present = await this.reader.execute(new ReadActionLink(token, address));
      if (present.outcome !== 'refused') throw error;
      return present;
    }
    return { outcome: 'done', subject };
  }
}

function refuse(reason: LinkRefusal, subject?: LinkSubject): LinkState {
  return { outcome: 'refused', reason, ...(subject && { subject }) };
}

/** Whoever has the link is known by the subscription that sent it. */
function createLinkScope({ domain_id, action }: OpenedGrant, name: string, address: string): Scope {
  return {
    domain_id,
    user_id: `link:${name}`,
    role: 'MEMBER',
    root: false,
    origin: { action: `${action}_by_link`, api_key_id: null, address },
  };
}
