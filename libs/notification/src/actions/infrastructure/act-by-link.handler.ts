import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { KnownUsers } from '#identity/contracts/known-users.js';
import { AlertActions, type AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { answerFromTransaction, getReader } from '#shared/platform/persistence/record-writes.js';
import { AlertActor } from '../application/act-on-alert.js';
import {
  ActByLink,
  ReadActionLink,
  type LinkRefusal,
  type LinkState,
  type LinkSubject,
} from '../application/act-by-link.js';
import { ActionTokens, type OpenedGrant } from '../domain/action-token.js';
import { markUsed } from '../tables/link-uses.js';

@QueryHandler(ReadActionLink)
export class ReadActionLinkHandler implements IQueryHandler<ReadActionLink> {
  constructor(
    private readonly tokens: ActionTokens,
    private readonly pool: QueryPool,
    private readonly alerts: AlertActions,
    private readonly users: KnownUsers,
  ) {}

  async execute({ token, address }: ReadActionLink): Promise<LinkState> {
    const grant = this.tokens.open(token);
    if (grant === undefined) return refuse('invalid');
    const { action, expires_at } = grant;
    const subscription = await findLinked(this.pool, grant);
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
    private readonly pool: QueryPool,
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
      // It is done and marked as used in one transaction, so that a process that dies has done both or neither.
      await answerFromTransaction(
        () => this.actor.act(scope, subject.action, subject, means),
        async () => {
          if (!(await markUsed(getReader(this.pool), grant.domain_id, grant.link_id)))
            throw new DomainError('ERROR_CONFLICT', 'conflict', 'The link was used');
        },
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

/** The subscription of a link, as it is now. */
interface LinkSubscription {
  readonly name: string;
  readonly timezone: string;
  /** Whether it is enabled and its messages have links. */
  readonly hasLinks: boolean;
  /** The time of the database, by which links were dated. */
  readonly now: Date;
  /** When this link was used; `null` if it was not. */
  readonly used_at: Date | null;
}

/** @returns `undefined` if the domain has no such subscription (any more) */
async function findLinked(
  pool: QueryPool,
  { domain_id, subscription_id, link_id }: OpenedGrant,
): Promise<LinkSubscription | undefined> {
  const { rows } = await pool.query<LinkSubscription>({
    name: 'find subscription of link',
    text: `
      select name, timezone, state = 'ENABLED' and actions as "hasLinks", clock_timestamp() as now,
        (select used_at from action_link_use where link_id = $3) as used_at
      from subscription where domain_id = $1 and subscription_id = $2 and deleted_at is null`,
    values: [domain_id, subscription_id, link_id],
  });
  return rows[0];
}
