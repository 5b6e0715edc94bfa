import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Clock } from '#shared/kernel/clock.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { protocolStates, type Protocol } from '../../persistence/usage/protocol-states.js';
import { DefaultQuota } from '../../quotas/application/ports/default-quota.js';
import { Allowance } from '../../quotas/domain/allowance.js';
import { protocolKey, type ProtocolState } from '../../quotas/domain/decide-consumptions.js';
import { ceilingOf, WINDOWS, type QuotaWindow } from '../../quotas/domain/quota-limit.js';
import { dayOf, endOf } from '../../quotas/domain/utc-window.js';
import { QuotaWatch } from '../application/ports/quota-watch.js';
import { ANY_BUT_LAST, LOW_SHARE } from '../domain/ration.js';
import { PublicUrl } from './public-url.js';
import { isUntold, writeServiceNotices, type ServiceEvent } from './write-service-notices.js';

/** Waiting notifications are counted up to this number. */
const MOST_COUNTED = 100_000;
/** The maximum number of remembered notifications of this process. When it is reached, all are forgotten. */
const REMEMBERED = 10_000;

interface Used extends Protocol {
  /** Whether notifications are held for this quota. */
  readonly is_waited_for: boolean;
  /** The kinds that a subscription of the domain wants. */
  readonly kinds: readonly QuotaKind[];
}

@Injectable()
export class PostgresQuotaWatch extends QuotaWatch {
  private readonly told = new Set<string>();

  constructor(
    private readonly pool: QueryPool,
    private readonly clock: Clock,
    private readonly defaultQuota: DefaultQuota,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
  }

  async tell(): Promise<number> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<Used>({
      name: 'used quotas of domains that are told',
      text: `
        select u.domain_id, u.protocol_id, exists (
          select from subscription s join notification_hold h using (subscription_id)
          where s.domain_id = u.domain_id and h.protocol_id = u.protocol_id and h.hold_key = '') as is_waited_for,
          wanted.kinds
        from (
          select domain_id, array_agg(distinct kind) as kinds from subscription, unnest('{quota.low,quota.exhausted}'::text[]) as kind
          where state = 'ENABLED' and deleted_at is null and kinds ? kind group by domain_id
        ) as wanted
        join quota_usage u on u.domain_id = wanted.domain_id
        where u.day = $1`,
      values: [dayOf(now)],
    });
    if (rows.length === 0) return 0;
    const states = await inTransaction(this.pool, (client) =>
      protocolStates(client, rows, dayOf(now), this.defaultQuota.limit),
    );
    let made = 0;
    for (const used of rows) {
      const state = states.get(protocolKey(used));
      if (state !== undefined) made += await this.tellOf(used, state, now);
    }
    return made;
  }

  private async tellOf(used: Used, state: ProtocolState, now: Date): Promise<number> {
    const allowance = new Allowance(state.limit, state.used);
    const short = allowance.shortOf(1, used.is_waited_for ? ANY_BUT_LAST.keep : 0);
    let made = 0;
    for (const window of WINDOWS) {
      const ceiling = ceilingOf(state.limit, window);
      // The window allows nothing at all, or everything.
      if (ceiling === 0 || ceiling === Infinity) continue;
      if (state.used[window] >= LOW_SHARE * ceiling)
        made += await this.once('quota.low', used, { window, state, now });
      if (window === short) made += await this.once('quota.exhausted', used, { window, state, now });
    }
    return made;
  }

  /** Writes the notifications once in each window, and again after the limit was changed. */
  private async once(kind: QuotaKind, protocol: Used, seen: Seen): Promise<number> {
    if (!protocol.kinds.includes(kind)) return 0;
    const end = endOf(seen.window, seen.now);
    const limit = ceilingOf(seen.state.limit, seen.window);
    const key = `${kind} ${protocol.protocol_id} ${seen.window} ${end.toISOString()} ${limit}`;
    const memory = `${protocol.domain_id} ${key}`;
    if (this.told.has(memory)) return 0;
    const made = await inTransaction(this.pool, async (client) => {
      if (!(await isUntold(client, protocol.domain_id, key))) return 0;
      const event = await this.eventOf(client, kind, protocol, seen);
      // The oldest subscription of the protocol itself gets the notification with the last unit. Its others get none.
      return writeServiceNotices(client, event, (told) => {
        if (kind === 'quota.low') return told;
        const first = told.find(({ protocol_id }) => protocol_id === protocol.protocol_id);
        return told.filter((each) => each === first || each.protocol_id !== protocol.protocol_id);
      });
    });
    if (this.told.size >= REMEMBERED) this.told.clear();
    this.told.add(memory);
    return made;
  }

  private async eventOf(
    client: ClientBase,
    kind: QuotaKind,
    { domain_id, protocol_id }: Protocol,
    { window, state, now }: Seen,
  ): Promise<ServiceEvent> {
    const expires_at = endOf(window, now);
    const waiting = await this.waiting(client, { domain_id, protocol_id });
    const what = `The quota of ${protocol_id} for the ${window}`;
    const title =
      kind === 'quota.low'
        ? `${what} is used to ${LOW_SHARE * 100} %`
        : `${what} is used up until ${expires_at.toISOString()}; ${waiting} waiting`;
    const path = `/notification/v1/notifications?domain_id=${encodeURIComponent(domain_id)}`;
    return {
      ...{ domain_id, kind, title, expires_at },
      severity: kind === 'quota.low' ? 'WARNING' : 'ERROR',
      at: new Date(),
      subject: {
        quota_id: state.quota_id,
        ...{ protocol_id, window, waiting },
        limit: ceilingOf(state.limit, window),
        used: state.used[window],
        reset_at: expires_at.toISOString(),
      },
      link: `${this.publicUrl.url}${path}&protocol_id=${encodeURIComponent(protocol_id)}&state=HELD`,
      subject_key: `${kind} ${protocol_id} ${window}`,
    };
  }

  private async waiting(client: ClientBase, { domain_id, protocol_id }: Protocol): Promise<number> {
    const { rows } = await client.query<{ waiting: number }>({
      name: 'number of those that wait for a quota',
      text: `
        select count(*)::int as waiting from (
          select from subscription s join notification n on n.subscription_id = s.subscription_id
          where s.domain_id = $1 and s.protocol_id = $2 and n.state in ('PENDING', 'HELD') limit ${MOST_COUNTED}
        ) as counted`,
      values: [domain_id, protocol_id],
    });
    return rows[0]?.waiting ?? 0;
  }
}

type QuotaKind = 'quota.low' | 'quota.exhausted';

interface Seen {
  readonly window: QuotaWindow;
  readonly state: ProtocolState;
  readonly now: Date;
}
