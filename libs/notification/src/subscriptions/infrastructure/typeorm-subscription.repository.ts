import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager, type ObjectLiteral } from 'typeorm';
import { AlertOutbox } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { isSameJson } from '#shared/kernel/json.js';
import type { Scope } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { storeCreatedIds } from '#shared/platform/idempotency/idempotent-response.js';
import { RecordLimits } from '#shared/platform/persistence/record-limits.js';
import {
  inDomainTransaction,
  lockRecord,
  toNotUniqueError,
} from '#shared/platform/persistence/record-writes.js';
import { endGroups } from '../../delivery/tables/group-holds.js';
import { keepMissedEnds } from '../../silences/tables/silenced-alerts.js';
import { lockSubscriptions, NAME_TAKEN, syncCursor } from '../tables/subscription-table.js';
import { SubscriptionRepository } from '../application/ports/subscription-repository.js';
import { Subscription } from '../domain/subscription.js';

const SECRETS = ['secret_options', 'signing_secrets'] as const;

@Injectable()
export class TypeOrmSubscriptionRepository extends SubscriptionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: AlertOutbox,
    private readonly limits: RecordLimits,
  ) {
    super();
  }

  async add(scope: Scope, subscription: Subscription, response: object): Promise<void> {
    await this.transaction(scope, async (manager) => {
      await this.limits.requireRoom(manager, scope.domain_id, 'subscription');
      await manager.insert<ObjectLiteral>(Subscription, subscription);
      await manager.query('insert into subscription_health (subscription_id, domain_id) values ($1, $2)', [
        parseId('subscription', subscription.subscription_id),
        subscription.domain_id,
      ]);
      await this.activate(manager, subscription.subscription_id);
      await recordChange(manager, scope, 'subscription', subscription.subscription_id);
      await storeCreatedIds(manager, response);
    });
  }

  change(
    scope: Scope,
    subscription_id: string,
    change: (subscription: Subscription) => boolean,
    toResponse: () => object = () => ({ subscription_id }),
  ): Promise<void> {
    return this.changeLocked(scope, subscription_id, change, toResponse);
  }

  changeState(
    scope: Scope,
    subscription_id: string,
    change: (subscription: Pick<Subscription, 'disable' | 'delete'>) => boolean,
  ): Promise<void> {
    return this.changeLocked(scope, subscription_id, change, () => ({ subscription_id }), SECRETS);
  }

  private async changeLocked(
    scope: Scope,
    subscription_id: string,
    change: (subscription: Subscription) => boolean,
    toResponse: () => object,
    leftOut: typeof SECRETS | readonly [] = [],
  ): Promise<void> {
    await this.transaction(scope, async (manager) => {
      const id = { subscription_id };
      const subscription = await lockRecord(manager, scope, Subscription, id, 'The subscription', leftOut);
      const { state, options, secret_options, remind, group, trigger } = subscription;
      if (!change(subscription)) return;
      await manager.update<ObjectLiteral>(Subscription, { subscription_id }, subscription);
      if (state === 'DISABLED' && subscription.state === 'ENABLED')
        await this.activate(manager, subscription_id);
      else if (state === 'ENABLED' && subscription.state === 'DISABLED')
        await manager.query(
          'update subscription set disabled_at = statement_timestamp() where subscription_id = $1',
          [parseId('subscription', subscription_id)],
        );
      else if (!isSameJson([options, secret_options], [subscription.options, subscription.secret_options]))
        await forgetFailures(manager, subscription_id);
      if (subscription.remind !== null && !isSameJson(remind, subscription.remind))
        await seedReminders(manager, subscription_id);
      if (!isSameJson([group, trigger], [subscription.group, subscription.trigger]))
        await endGroups(manager, parseId('subscription', subscription_id));
      await recordChange(manager, scope, 'subscription', subscription_id);
      await storeCreatedIds(manager, toResponse());
    });
  }

  async find({ domain_id }: Scope, subscription_id: string): Promise<Subscription> {
    const subscription = await this.dataSource.manager.findOneBy(Subscription, {
      subscription_id,
      domain_id,
      deleted_at: IsNull(),
    });
    if (subscription === null) throw DomainError.notFound('The subscription', subscription_id);
    return subscription;
  }

  /**
   * Makes the subscription active from now on, by the transaction and the clock of the database, which also number and date
   * changes of alerts. Resets its failures.
   */
  private async activate(manager: EntityManager, subscription_id: string): Promise<void> {
    const uuid = parseId('subscription', subscription_id);
    await manager.query(
      `update subscription set active_since = statement_timestamp(), active_xid = pg_current_xact_id()
       where subscription_id = $1`,
      [uuid],
    );
    await forgetFailures(manager, subscription_id);
    await keepMissedEnds(manager, uuid);
  }

  private async transaction(
    { domain_id }: Scope,
    work: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const start = await this.outbox.readStart();
    try {
      await inDomainTransaction(this.dataSource, domain_id, async (manager) => {
        await lockSubscriptions(manager, domain_id);
        await work(manager);
        await syncCursor(manager, domain_id, start);
      });
    } catch (error) {
      throw toNotUniqueError(error, 'subscription_name', 'name', NAME_TAKEN);
    }
  }
}

/** The subscription is tried at once, and told what it could not be told before. */
async function forgetFailures(manager: EntityManager, subscription_id: string): Promise<void> {
  await manager.query(
    `update subscription_health set failures = 0, probe_at = null, paused_until = null, paused_since = null
     where subscription_id = $1`,
    [parseId('subscription', subscription_id)],
  );
}

/** The subscription is also reminded of alerts that it was told before. */
async function seedReminders(manager: EntityManager, subscription_id: string): Promise<void> {
  await manager.query('update subscription set seeds_reminders = true where subscription_id = $1', [
    parseId('subscription', subscription_id),
  ]);
}
