import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QuotaClock, readProtocolStates, type DomainProtocol } from '../../quotas/tables/quota-usage.js';
import {
  DefaultQuota,
  Allowance,
  getWindowLimit,
  QUOTA_WINDOWS,
  formatDay,
  getWindowEnd,
  type QuotaWindow,
} from '../../quotas/domain/quota-limit.js';
import { protocolKey, type ProtocolState } from '../../quotas/domain/decide-consumptions.js';
import { LOW_SHARE, RESERVED_UNITS } from '../../quotas/domain/quota-policy.js';
import { CONSOLE_PAGES, buildLinks } from '../../protocols/sent-message.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import {
  recordNotifiedKey,
  writeServiceNotices,
  type ServiceEvent,
} from '../tables/write-service-notices.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { SendNotifications } from '../application/send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 5_000;
/** Waiting notifications are counted up to this number. */
const MAX_COUNTED = 100_000;
/** The maximum number of remembered notifications of this process. When it is reached, all are forgotten. */
const MAX_REMEMBERED_KEYS = 10_000;

interface UsedQuotaRow extends DomainProtocol {
  /** The options of enabled subscriptions for which notifications are held until the quota allows them. */
  readonly waiting: readonly PluginOptions[];
  /** The kinds that a subscription of the domain wants. */
  readonly kinds: readonly QuotaKind[];
}

/**
 * Periodically writes notifications of the kinds `quota.low` and `quota.exhausted`, once for each quota and window. Units that
 * callers consume through the API count as well.
 */
@Injectable()
export class WatchQuotas {
  private readonly notifiedKeys = new Set<string>();

  constructor(
    private readonly pool: QueryPool,
    private readonly clock: QuotaClock,
    private readonly defaultQuota: DefaultQuota,
    private readonly protocols: ProtocolRegistry,
    private readonly publicUrl: PublicUrl,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    if ((await this.notify()) > 0) this.sender.wake();
  }

  /** Returns the number of notifications that it wrote. */
  async notify(): Promise<number> {
    const now = await this.clock.now(this.pool);
    const { rows } = await this.pool.query<UsedQuotaRow>({
      name: 'used quotas of domains that are told',
      text: `
        select u.domain_id, u.protocol_id, array(
          select distinct s.options from subscription s join notification_hold h using (subscription_id)
          where s.domain_id = u.domain_id and h.protocol_id = u.protocol_id and h.hold_key = ''
            and s.state = 'ENABLED' and s.deleted_at is null) as waiting,
          wanted.kinds
        from (
          select domain_id, array_agg(distinct kind) as kinds from subscription, unnest('{quota.low,quota.exhausted}'::text[]) as kind
          where state = 'ENABLED' and deleted_at is null and kinds ? kind group by domain_id
        ) as wanted
        join quota_usage u on u.domain_id = wanted.domain_id
        where u.day = $1`,
      values: [formatDay(now)],
    });
    if (rows.length === 0) return 0;
    const states = await inTransaction(this.pool, (client) =>
      readProtocolStates(client, rows, formatDay(now), this.defaultQuota),
    );
    let written = 0;
    for (const row of rows) {
      const state = states.get(protocolKey(row));
      if (state !== undefined) written += await this.checkWindows(row, state, now);
    }
    return written;
  }

  private async checkWindows(row: UsedQuotaRow, state: ProtocolState, now: Date): Promise<number> {
    const allowance = new Allowance(state.limit, state.used);
    const exhausted = this.findExhausted(allowance, row);
    let written = 0;
    for (const window of QUOTA_WINDOWS) {
      const ceiling = getWindowLimit(state.limit, window);
      // The window allows nothing at all, or everything.
      if (ceiling === 0 || ceiling === Infinity) continue;
      if (state.used[window] >= LOW_SHARE * ceiling)
        written += await this.notifyOnce('quota.low', row, { window, state, now });
      if (window === exhausted)
        written += await this.notifyOnce('quota.exhausted', row, { window, state, now });
    }
    return written;
  }

  /** Returns the window that has too little left for what waits, or for anything. */
  private findExhausted(
    allowance: Allowance,
    { protocol_id, waiting }: UsedQuotaRow,
  ): QuotaWindow | undefined {
    const amounts = waiting
      .map((options) => this.protocols.countUnits(protocol_id, options))
      // What needs more than the quota can ever grant does not wait for it: it fails.
      .filter((amount) => allowance.findCeilingBelow(amount, RESERVED_UNITS) === undefined);
    return amounts.length === 0
      ? allowance.findExhausted(1, 0)
      : allowance.findExhausted(Math.max(...amounts), RESERVED_UNITS);
  }

  /** Writes the notifications once in each window, and again after the limit was changed. */
  private async notifyOnce(
    kind: QuotaKind,
    protocol: UsedQuotaRow,
    windowState: WindowState,
  ): Promise<number> {
    if (!protocol.kinds.includes(kind)) return 0;
    const end = getWindowEnd(windowState.window, windowState.now);
    const limit = getWindowLimit(windowState.state.limit, windowState.window);
    const key = `${kind} ${protocol.protocol_id} ${windowState.window} ${end.toISOString()} ${limit}`;
    const cacheKey = `${protocol.domain_id} ${key}`;
    if (this.notifiedKeys.has(cacheKey)) return 0;
    const written = await inTransaction(this.pool, async (client) => {
      if (!(await recordNotifiedKey(client, protocol.domain_id, key))) return 0;
      const event = await this.createEvent(client, kind, protocol, windowState);
      // The oldest subscription of the protocol itself gets the notification with the last unit. Its others get none.
      return writeServiceNotices(client, event, (subscribers) => {
        if (kind === 'quota.low') return subscribers;
        const first = subscribers.find(({ protocol_id }) => protocol_id === protocol.protocol_id);
        return subscribers.filter((each) => each === first || each.protocol_id !== protocol.protocol_id);
      });
    });
    if (this.notifiedKeys.size >= MAX_REMEMBERED_KEYS) this.notifiedKeys.clear();
    this.notifiedKeys.add(cacheKey);
    return written;
  }

  private async createEvent(
    client: ClientBase,
    kind: QuotaKind,
    { domain_id, protocol_id }: DomainProtocol,
    { window, state, now }: WindowState,
  ): Promise<ServiceEvent> {
    const expires_at = getWindowEnd(window, now);
    const waiting = await this.countWaiting(client, { domain_id, protocol_id });
    const subject = `The quota of ${protocol_id} for the ${window}`;
    const title =
      kind === 'quota.low'
        ? `${subject} is used to ${LOW_SHARE * 100} %`
        : `${subject} is used up until ${expires_at.toISOString()}; ${waiting} waiting`;
    const path = `/notification/v1/notifications?domain_id=${encodeURIComponent(domain_id)}&protocol_id=${encodeURIComponent(protocol_id)}&state=HELD`;
    return {
      ...{ domain_id, kind, title, expires_at },
      severity: kind === 'quota.low' ? 'WARNING' : 'ERROR',
      subject: {
        quota_id: state.quota_id,
        ...{ protocol_id, window, waiting },
        limit: getWindowLimit(state.limit, window),
        used: state.used[window],
        reset_at: expires_at.toISOString(),
      },
      links: buildLinks(this.publicUrl, path, CONSOLE_PAGES.quotas()),
      subject_key: `${kind} ${protocol_id} ${window}`,
    };
  }

  private async countWaiting(
    client: ClientBase,
    { domain_id, protocol_id }: DomainProtocol,
  ): Promise<number> {
    const { rows } = await client.query<{ waiting: number }>({
      name: 'number of those that wait for a quota',
      text: `
        select count(*)::int as waiting from (
          select from subscription s join notification n on n.subscription_id = s.subscription_id
          where s.domain_id = $1 and s.protocol_id = $2 and n.state in ('PENDING', 'HELD') limit ${MAX_COUNTED}
        ) as counted`,
      values: [domain_id, protocol_id],
    });
    return rows[0]?.waiting ?? 0;
  }
}

type QuotaKind = 'quota.low' | 'quota.exhausted';

interface WindowState {
  readonly window: QuotaWindow;
  readonly state: ProtocolState;
  readonly now: Date;
}
