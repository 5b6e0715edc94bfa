import { Injectable, Logger } from '@nestjs/common';
import { AlertEscalations } from '#monitoring/contracts/alert-escalations.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId } from '#shared/kernel/ids.js';
import { encodeBooleans, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';

const INTERVAL_MS = 1_000;
/** The maximum number of alerts in one round, shared by the domains. */
const MAX_ALERTS = 200;
/** Milliseconds after which it is tried again. */
const RETRY_MS = 5_000;

interface DueWithdrawal {
  readonly escalation_id: string;
  readonly alert_id: string;
  readonly domain_id: string;
  readonly name: string;
  readonly withdraw_before: Date;
}

/**
 * Withdraws acknowledgements: of alerts that got worse since, and those that have lasted for long enough. Apart from the steps, which
 * must not wait for webhooks that are being processed.
 */
@Injectable()
export class WithdrawAcknowledgements {
  private readonly logger = new Logger('Escalations');

  constructor(
    private readonly pool: IngestPool,
    private readonly alerts: AlertEscalations,
  ) {}

  /** @param at replaces the clock of the database in tests */
  @Every(INTERVAL_MS)
  async execute(at?: Date): Promise<void> {
    for (let count = MAX_ALERTS; count === MAX_ALERTS;) {
      const due = await this.findDue(at);
      count = due.length;
      for (const [domain_id, own] of Map.groupBy(due, (each) => each.domain_id))
        await this.withdraw(domain_id, own, at);
    }
  }

  /** Returns as many of each domain as there is room for, the earliest first. */
  private async findDue(at: Date | undefined): Promise<readonly DueWithdrawal[]> {
    const { rows } = await this.pool.query<DueWithdrawal>({
      name: 'acknowledgements to withdraw',
      text: `
        select escalation_id, alert_id, domain_id, policy ->> 'name' as name, withdraw_before
        from (
          select *, row_number() over (partition by domain_id order by look_at) as place
          from (
            select escalation_id, alert_id, domain_id, look_at from escalation_run
            where ended_at is null and withdraw_before is not null
              and (look_at <= coalesce($1::timestamptz, clock_timestamp()) or look_at > clock_timestamp() + interval '1 day')
          ) as due
          order by place, look_at limit ${MAX_ALERTS}
        ) as first join escalation_run using (escalation_id, alert_id, domain_id)
        order by place`,
      values: [at ?? null],
    });
    return rows;
  }

  private async withdraw(
    domain_id: string,
    due: readonly DueWithdrawal[],
    at: Date | undefined,
  ): Promise<void> {
    const idOf = ({ alert_id }: DueWithdrawal) => formatId('alert', alert_id);
    const failures = await this.alerts.withdraw(
      domain_id,
      due.map((each) => ({
        alert_id: idOf(each),
        before: each.withdraw_before,
        by: `escalation:${each.name}`,
      })),
    );
    for (const error of new Set(failures.values()))
      this.logger.warn(`acknowledgements of ${domain_id} are withdrawn again later: ${getLogMessage(error)}`);
    await this.pool.query({
      name: 'acknowledgements are withdrawn',
      text: `
        with locked as materialized (
          select run.escalation_id, run.alert_id, t.is_done
          from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::boolean[]) as t (escalation_id, alert_id, before, is_done)
          join escalation_run run using (escalation_id, alert_id)
          where run.withdraw_before = t.before
          order by run.escalation_id, run.alert_id for update of run
        )
        update escalation_run run set withdraw_before = case when locked.is_done then null else run.withdraw_before end,
          look_at = case when locked.is_done then least(look_at, now.at) else now.at + interval '${RETRY_MS} ms' end
        from locked, (select coalesce($5::timestamptz, clock_timestamp()) as at) as now
        where run.escalation_id = locked.escalation_id and run.alert_id = locked.alert_id`,
      values: [
        encodeUuids(due.map(({ escalation_id }) => escalation_id)),
        encodeUuids(due.map(({ alert_id }) => alert_id)),
        encodeTimes(due.map(({ withdraw_before }) => withdraw_before)),
        encodeBooleans(due.map((each) => !failures.has(idOf(each)))),
        at ?? null,
      ],
    });
  }
}
