import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { AlertQueries, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import {
  storeRoles,
  createRoles,
  matchInhibitions,
  readInhibitions,
  type StoredInhibition,
} from '../tables/inhibition-tables.js';

/** Milliseconds between two rounds, and between two removals of what is not needed any more. */
const INTERVAL_MS = 1_000;
const REMOVAL_INTERVAL_MS = 60_000;
/** The maximum number of open alerts that become sources of an inhibition when it begins, the newest. */
const MAX_SOURCES = 1_000;
/** The maximum number of domains in one round. */
const MAX_DOMAINS = 20;
/** Hours after which no process can still be working with what it read before. */
const TOMBSTONE_HOURS = 1;

/**
 * Finds the open alerts that are sources of inhibitions that are new, changed or enabled, and of all inhibitions of a domain that
 * begins to read changes. From then on the fan-out keeps them up to date. Several processes share the work.
 */
@Injectable()
export class SeedInhibitions {
  private readonly logger = new Logger('Inhibitions');

  constructor(
    private readonly pool: IngestPool,
    private readonly queries: AlertQueries,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    const { rows } = await this.pool.query<{ domain_id: string; incarnation: string }>({
      name: 'domains with inhibitions to seed',
      text: `
        select distinct domain_id, c.incarnation from inhibition i join notification_cursor c using (domain_id)
        where i.enabled and i.deleted_at is null and i.seeded_for is distinct from c.incarnation
        order by domain_id limit ${MAX_DOMAINS}`,
    });
    for (const { domain_id, incarnation } of rows)
      try {
        await this.seed(domain_id, incarnation);
      } catch (error) {
        this.logger.warn(
          `the sources of the inhibitions of ${domain_id} could not be found, and are looked for again: ${getLogMessage(error)}`,
        );
      }
  }

  private async seed(domain_id: string, incarnation: string): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      // The lock of the fan-out, which must not change sources meanwhile.
      await client.query(`select pg_advisory_xact_lock(hashtextextended('fan-out ' || $1, 0))`, [domain_id]);
      const inhibitions = await readInhibitions(client, [domain_id]);
      const sources = await this.findSources(domain_id, inhibitions);
      const matched = await matchInhibitions(
        (queries, ids: readonly string[]) => this.queries.matchEach(domain_id, queries, ids),
        inhibitions,
        [...sources.keys()],
      );
      const roles = [...sources.values()].flatMap((alert) => {
        const own = createRoles(alert, matched.get(alert.alert_id));
        return own.some(({ is_source }) => is_source) ? own : [];
      });
      await client.query(
        `delete from inhibition_alert
         where domain_id = $1 and (is_source or waits_until is null or waits_until < clock_timestamp())`,
        [domain_id],
      );
      await storeRoles(
        client,
        roles.map((role) => ({ ...role, domain_id, waits_until: null })),
      );
      await markSeeded(client, inhibitions, incarnation);
    });
  }

  private async findSources(
    domain_id: string,
    inhibitions: readonly StoredInhibition[],
  ): Promise<ReadonlyMap<string, AlertInfo>> {
    const sources = new Map<string, AlertInfo>();
    for (const { source, project_id } of inhibitions) {
      const filter = [...source, { k: 'state', v: 'OPEN', o: 'eq' }];
      const query = buildAlertQuery({ filter, filter_or: [] }, project_id);
      for (const alert of await this.find(domain_id, query)) sources.set(alert.alert_id, alert);
    }
    return sources;
  }

  /** Finds nothing by conditions that have become invalid: such an inhibition takes no effect, as in the fan-out. */
  private async find(domain_id: string, query: object | undefined): Promise<readonly AlertInfo[]> {
    try {
      return await this.queries.find(domain_id, query, MAX_SOURCES);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'ERROR_INVALID_QUERY') return [];
      throw error;
    }
  }

  /** Removes what waited for a source. */
  @Every(REMOVAL_INTERVAL_MS)
  async remove(): Promise<void> {
    await this.pool.query(`
      delete from inhibition_alert
      where not is_source and waits_until not between clock_timestamp() - interval '${TOMBSTONE_HOURS} hours'
        and clock_timestamp() + interval '${TOMBSTONE_HOURS} hours'`);
  }
}

/** Leaves out those that were changed since they were read. */
async function markSeeded(
  client: ClientBase,
  inhibitions: readonly StoredInhibition[],
  incarnation: string,
): Promise<void> {
  await client.query(
    `update inhibition i set seeded_for = $3
     from unnest($1::uuid[], $2::timestamptz[]) as t (inhibition_id, updated_at)
     where i.inhibition_id = t.inhibition_id and i.updated_at = t.updated_at`,
    [
      encodeUuids(inhibitions.map(({ inhibition_id }) => inhibition_id)),
      encodeTimes(inhibitions.map(({ updated_at }) => updated_at)),
      incarnation,
    ],
  );
}
