import { Injectable, Logger } from '@nestjs/common';
import { AlertQueries, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { parseId } from '#shared/kernel/ids.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { seedReminders, type RemindingSubscription } from '../tables/due-reminders.js';

const INTERVAL_MS = 1_000;
/** The maximum number of subscriptions in one round. */
const MAX_SUBSCRIPTIONS = 10;
/** The maximum number of open alerts that a subscription is reminded of from the beginning, the newest. */
const MAX_ALERTS = 2_000;

/** Steps of escalations tell of alerts whatever the filter says. */
const UNFILTERED = { filter: [], filter_or: [] };

type SeededSubscription = Omit<RemindingSubscription, 'active_since'> & {
  readonly subscription_id: string;
  readonly domain_id: string;
  readonly updated_at: Date;
};

/**
 * Plans the reminders of alerts that were told before their subscription wanted reminders, or wanted them as often. Those that it was
 * never told of are dropped when they are due. Several processes share the work.
 */
@Injectable()
export class SeedReminders {
  private readonly logger = new Logger('Reminders');

  constructor(
    private readonly pool: IngestPool,
    private readonly queries: AlertQueries,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    const { rows } = await this.pool.query<SeededSubscription>({
      name: 'subscriptions to seed reminders of',
      text: `
        select subscription_id, domain_id, project_id, protocol_id, trigger, remind, filter, filter_or, updated_at from subscription
        where seeds_reminders and state = 'ENABLED' and deleted_at is null and remind is not null
        limit ${MAX_SUBSCRIPTIONS}`,
    });
    for (const subscription of rows)
      try {
        await this.seed(subscription);
      } catch (error) {
        this.logger.warn(
          `reminders of ${subscription.domain_id} could not be planned, and are planned later: ${getLogMessage(error)}`,
        );
      }
  }

  /** A filter that is not valid finds nothing: the fan-out disables its subscription. */
  private async find(domain_id: string, query: object | undefined): Promise<readonly AlertInfo[]> {
    try {
      return await this.queries.find(domain_id, query, MAX_ALERTS);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'ERROR_INVALID_QUERY') return [];
      throw error;
    }
  }

  private async seed(subscription: SeededSubscription): Promise<void> {
    const { subscription_id, domain_id, project_id, remind, updated_at } = subscription;
    const { filter, filter_or } = subscription.trigger === 'ESCALATION' ? UNFILTERED : subscription;
    const isOpen = { k: 'state', v: 'OPEN', o: 'eq' };
    const query = buildAlertQuery({ filter: [isOpen, ...filter], filter_or }, project_id);
    const alerts = await this.find(domain_id, query);
    await inTransaction(this.pool, async (client) => {
      // Not if it was changed since: then it is read again.
      const { rowCount } = await client.query(
        `update subscription set seeds_reminders = false where subscription_id = $1 and updated_at = $2`,
        [subscription_id, updated_at],
      );
      if (rowCount === 0) return;
      const ids = alerts.map(({ alert_id }) => parseId('alert', alert_id));
      await seedReminders(client, subscription, ids, remind.every);
    });
  }
}
