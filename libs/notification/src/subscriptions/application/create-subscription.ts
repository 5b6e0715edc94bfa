import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { requireAdminFor, type Scope } from '#shared/kernel/scope.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { Templates } from '../../protocols/templates.js';
import { Subscription } from '../domain/subscription.js';
import {
  checkFilter,
  validateKinds,
  resolveActions,
  resolveGroup,
  resolveRemind,
  resolveTemplate,
  resolveOptions,
} from './validate-fields.js';
import type { SubscriptionUpdate } from './update-subscription.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

export interface SubscriptionToCreate extends SubscriptionUpdate {
  readonly name: string;
  readonly protocol_id: string;
  readonly options: PluginOptions;
  readonly project_id?: string | undefined;
  readonly signing_secret?: string | undefined;
}

export interface CreatedSubscription {
  readonly subscription_id: string;
  /** Returned only this once; `null` if the protocol does not sign. */
  readonly signing_secret: string | null;
}

/** Creates a subscription. It is enabled and is notified of changes from now on. */
export class CreateSubscription extends Command<CreatedSubscription> {
  constructor(
    readonly scope: Scope,
    readonly subscription: SubscriptionToCreate,
  ) {
    super();
  }
}

@CommandHandler(CreateSubscription)
export class CreateSubscriptionHandler implements ICommandHandler<CreateSubscription> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly protocols: ProtocolRegistry,
    private readonly templates: Templates,
    private readonly queries: AlertQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, subscription: given }: CreateSubscription): Promise<CreatedSubscription> {
    const { domain_id } = scope;
    const { project_id = null, filter = [], filter_or = [] } = given;
    requireAdminFor(scope, given.signing_secret === undefined ? undefined : 'signing_secret');
    const protocol = this.protocols.require(given.protocol_id);
    if (given.signing_secret !== undefined && !protocol.isSigned)
      throw DomainError.invalid(
        'signing_secret',
        `is not for ${protocol.protocol_id}, which signs nothing; leave it out`,
      );
    const kinds = validateKinds(given.kinds, protocol);
    const group = resolveGroup(given.group, protocol);
    const remind = resolveRemind(given.remind, protocol) ?? null;
    const template = await resolveTemplate(given.template, protocol, this.templates, domain_id);
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    const resolvedOptions = await resolveOptions(protocol, domain_id, given.options, {});
    const { isSigned, showsActions = false } = protocol;
    const actions = resolveActions(given.actions, protocol) ?? showsActions;
    const subscription = Subscription.create(
      {
        ...given,
        domain_id,
        project_id,
        kinds,
        filter,
        filter_or,
        isSigned,
        resolvedOptions,
        group,
        template,
        actions,
        remind,
      },
      this.clock.now(),
    );
    const { subscription_id, signing_secrets } = subscription;
    const response = { subscription_id, signing_secret: signing_secrets[0] ?? null };
    await this.subscriptions.add(scope, subscription, response);
    return response;
  }
}
