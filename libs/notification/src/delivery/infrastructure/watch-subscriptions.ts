import { Injectable } from '@nestjs/common';
import { formatId } from '#shared/kernel/ids.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { IS_FAILING_SQL } from '../../subscriptions/tables/subscription-table.js';
import { CONSOLE_PAGES, buildLinks } from '../../protocols/links.js';
import { recordNotifiedKey, writeServiceNotices } from '../tables/write-service-notices.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { SendNotifications } from '../application/send-notifications.js';
import { Untold } from './untold.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 5_000;
/** The maximum number of subscriptions in one round. */
const MAX_SUBSCRIPTIONS = 200;

interface FailingSubscription {
  readonly subscription_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  readonly name: string;
  /** Why the service has disabled it; `null` if it is enabled. */
  readonly state_reason: string | null;
  readonly failures: number;
  readonly last_error: string | null;
  readonly key: string;
}

/**
 * Periodically writes notifications of kind `subscription.failing`, once for each series of failures, and queues again what
 * subscriptions that work again were not told.
 */
@Injectable()
export class WatchSubscriptions {
  constructor(
    private readonly pool: QueryPool,
    private readonly publicUrl: PublicUrl,
    private readonly untold: Untold,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    const written = await this.notify();
    const due = await this.untold.tellAgain();
    if (written + due > 0) this.sender.wake();
  }

  /** Returns the number of notifications that it wrote. */
  async notify(): Promise<number> {
    // The time of the last success identifies a series of failures, that of the last activation a disabling.
    const { rows } = await this.pool.query<FailingSubscription>({
      name: 'failing subscriptions that nobody was told of',
      text: `
        select s.subscription_id, s.domain_id, s.protocol_id, s.name, s.state_reason, h.failures,
          h.last_error, key
        from subscription_health h join subscription s using (subscription_id)
        cross join lateral (
          select concat_ws(' ', 'subscription.failing', subscription_id, h.last_sent_at::text,
            case when s.state = 'DISABLED' then 'disabled ' || s.active_since end) as key
        ) as named
        where ${IS_FAILING_SQL} and s.deleted_at is null and not exists (
          select from notification_told t where t.domain_id = s.domain_id and t.key = named.key)
        limit ${MAX_SUBSCRIPTIONS}`,
    });
    let written = 0;
    for (const failing of rows) written += await this.notifyOthers(failing);
    return written;
  }

  /** Notifies other subscriptions of the domain, never the failing one. */
  private notifyOthers({ subscription_id: uuid, key, ...failing }: FailingSubscription): Promise<number> {
    const { domain_id, protocol_id, name, state_reason, failures, last_error } = failing;
    const problem =
      state_reason === null
        ? `cannot be told: ${last_error ?? 'no reason'}`
        : `is disabled and is told nothing: ${state_reason}`;
    const subscription_id = formatId('subscription', uuid);
    const path = `/notification/v1/subscription/${subscription_id}?domain_id=${encodeURIComponent(domain_id)}`;
    return inTransaction(this.pool, async (client) => {
      if (!(await recordNotifiedKey(client, domain_id, key))) return 0;
      return writeServiceNotices(
        client,
        {
          ...{ domain_id, kind: 'subscription.failing', severity: 'ERROR' },
          title: `The subscription ${name} ${problem}`,
          subject: { subscription_id, protocol_id, name, failures, last_error: state_reason ?? last_error },
          links: buildLinks(this.publicUrl, path, CONSOLE_PAGES.subscriptions()),
          subject_key: `subscription.failing ${uuid}`,
        },
        (subscribers) => subscribers.filter((each) => each.subscription_id !== uuid),
      );
    });
  }
}
