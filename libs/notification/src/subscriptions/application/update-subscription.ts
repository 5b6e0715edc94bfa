import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { Templates } from '../../protocols/templates.js';
import type { RemindFields } from '../domain/remind.js';
import type { SubscriptionChanges } from '../domain/subscription.js';
import {
  checkFilter,
  validateKinds,
  resolveActions,
  resolveGroup,
  resolveRemind,
  resolveTemplate,
  resolveOptions,
} from './validate-fields.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

export interface SubscriptionUpdate extends Omit<SubscriptionChanges, 'resolvedOptions' | 'remind'> {
  readonly remind?: RemindFields | null | undefined;
  readonly options?: PluginOptions | undefined;
}

/** Changes the given fields of a subscription. They apply to everything that is sent from then on. */
export class UpdateSubscription extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly subscription_id: string,
    readonly changes: SubscriptionUpdate,
  ) {
    super();
  }
}

@CommandHandler(UpdateSubscription)
export class UpdateSubscriptionHandler implements ICommandHandler<UpdateSubscription> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly protocols: ProtocolRegistry,
    private readonly templates: Templates,
    private readonly queries: AlertQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, subscription_id, changes }: UpdateSubscription): Promise<void> {
    const current = await this.subscriptions.find(scope, subscription_id);
    const { filter = current.filter, filter_or = current.filter_or } = changes;
    await checkFilter(this.queries, scope.domain_id, current.project_id, { filter, filter_or });
    const stored = { ...current.options, ...current.secret_options };
    const protocol = this.protocols.require(current.protocol_id);
    const kinds = changes.kinds && validateKinds(changes.kinds, protocol);
    const group = resolveGroup(changes.group, protocol);
    const remind = resolveRemind(changes.remind, protocol);
    const template = await resolveTemplate(changes.template, protocol, this.templates, scope.domain_id);
    const actions = resolveActions(changes.actions, protocol);
    const resolvedOptions =
      changes.options && (await resolveOptions(protocol, scope.domain_id, changes.options, stored));
    await this.subscriptions.change(scope, subscription_id, (subscription) =>
      subscription.update(
        { ...changes, kinds, resolvedOptions, group, template, actions, remind },
        this.clock.now(),
      ),
    );
  }
}
