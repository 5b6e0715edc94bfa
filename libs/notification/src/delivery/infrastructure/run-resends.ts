import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { DomainError } from '#shared/kernel/domain-error.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { SendNotifications } from '../application/send-notifications.js';
import { NOTIFICATIONS } from './notification-resource.js';
import { requeueNotifications, RESENT_COLUMNS, type ResentNotification } from './requeue-notifications.js';

/** The number of notifications in one batch, which is one transaction. */
const BATCH_SIZE = 1_000;

/** A notification that the query of a resend may find. Ids are uuids. */
interface ResendCandidate extends ResentNotification {
  readonly is_enabled: boolean;
  readonly digest_id: string | null;
  /** `null`: there is no digest, or it no longer exists. */
  readonly digest_state: string | null;
}

interface ResendBatch {
  readonly candidates: readonly ResendCandidate[];
  /** The id after which the next batch begins; `undefined` if this is the last. */
  readonly after: string | undefined;
}

const CANDIDATES_SQL = `
  select ${RESENT_COLUMNS}, n.digest_id,
    coalesce(s.state = 'ENABLED' and s.deleted_at is null, false) as is_enabled,
    (select d.state from notification d where d.notification_id = n.digest_id) as digest_state
  from notification n left join subscription s on s.subscription_id = n.subscription_id`;

/**
 * Reads the next notifications of a domain by the time of their changes. All of one millisecond are in the same batch, so
 * that they keep the order in which they were sent before.
 */
async function readResendBatch(
  client: ClientBase,
  range: { readonly domain_id: string; readonly after_id: string; readonly until_id: string },
): Promise<ResendBatch> {
  const { rows } = await client.query<ResendCandidate>({
    name: 'batch of resend',
    text: `
      ${CANDIDATES_SQL}
      where n.domain_id = $1 and n.notification_id > $2 and n.notification_id < $3
      order by n.notification_id limit ${BATCH_SIZE}`,
    values: [range.domain_id, range.after_id, range.until_id],
  });
  const last = rows.at(-1)?.notification_id;
  if (last === undefined || rows.length < BATCH_SIZE) return { candidates: rows, after: undefined };
  const after = lastUuidOfMillisecond(last);
  const remaining = await client.query<ResendCandidate>({
    name: 'rest of millisecond',
    text: `${CANDIDATES_SQL} where n.domain_id = $1 and n.notification_id > $2 and n.notification_id <= $3`,
    values: [range.domain_id, last, after],
  });
  return { candidates: [...rows, ...remaining.rows], after };
}

function lastUuidOfMillisecond(uuid: string): string {
  return `${uuid.slice(0, 14)}ffff-ffff-ffffffffffff`;
}

/** Milliseconds between two rounds. */
const INTERVAL_MS = 500;
const MAX_FAILURES = 100;
/** The longest pause after a failure, in seconds. */
const MAX_PAUSE_SECONDS = 60;

interface ResendJob {
  /** uuid */
  readonly resend_id: string;
  readonly domain_id: string;
  readonly query: object;
  readonly after_id: string;
  readonly until_id: string;
}

/** Runs the requested resends of all domains, batch by batch, until none is due. Several processes share them. */
@Injectable()
export class RunResends {
  private readonly logger = new Logger('Resends');
  private lastDomain = '';

  constructor(
    private readonly pool: IngestPool,
    private readonly engine: QueryEngine,
    private readonly protocols: ProtocolRegistry,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    for (let queued = await this.runNextBatch(); queued !== undefined; queued = await this.runNextBatch())
      if (queued > 0) this.sender.wake();
  }

  /**
   * Runs one batch of the resend that has waited longest. The queued notifications and the progress are stored in one
   * transaction, so that a worker crash queues nothing twice.
   * @returns how many notifications were queued; `undefined` if no resend is due
   */
  async runNextBatch(): Promise<number | undefined> {
    let job: ResendJob | undefined;
    try {
      return await inTransaction(this.pool, async (client) => {
        job = await lockDueJob(client, this.lastDomain);
        if (job === undefined) return undefined;
        this.lastDomain = job.domain_id;
        return await this.runBatch(client, job);
      });
    } catch (error) {
      if (job === undefined) throw error;
      await this.postpone(job, error);
      return 0;
    }
  }

  private async runBatch(client: ClientBase, job: ResendJob): Promise<number> {
    const { candidates, after } = await readResendBatch(client, job);
    const matching = await this.selectMatching(job, candidates);
    const queued = await requeueNotifications(
      client,
      await this.selectResendable(job, matching),
      this.protocols,
    );
    await storeProgress(client, job, { after, found: matching.length, queued });
    return queued;
  }

  private async selectMatching({ domain_id, query }: ResendJob, candidates: readonly ResendCandidate[]) {
    if (candidates.length === 0) return [];
    const ids = candidates.map(({ notification_id }) => notification_id);
    const matchingIds = await this.engine.match(NOTIFICATIONS, { domain_id, query, ids });
    return candidates.filter(({ notification_id }) => matchingIds.has(notification_id));
  }

  /**
   * Selects the notifications to queue. Waiting ones are sent anyway, and subscriptions that are disabled get nothing. A
   * notification in a digest is left to the digest, unless the digest failed or was cancelled and the query does not find it.
   */
  private async selectResendable(
    job: ResendJob,
    matching: readonly ResendCandidate[],
  ): Promise<readonly ResendCandidate[]> {
    const sendable = matching.filter(
      (each) => each.is_enabled && each.state !== 'PENDING' && each.state !== 'HELD',
    );
    const failedDigests = [
      ...new Set(
        sendable.flatMap(({ digest_id, digest_state }) =>
          digest_id !== null && (digest_state === 'FAILED' || digest_state === 'CANCELLED')
            ? [digest_id]
            : [],
        ),
      ),
    ];
    const { domain_id, query } = job;
    const matchedDigests =
      failedDigests.length === 0
        ? new Set<string>()
        : await this.engine.match(NOTIFICATIONS, { domain_id, query, ids: failedDigests });
    return sendable.filter(({ digest_id, digest_state }) => {
      if (digest_id === null || digest_state === null) return true;
      return failedDigests.includes(digest_id) && !matchedDigests.has(digest_id);
    });
  }

  private async postpone({ resend_id, domain_id }: ResendJob, error: unknown): Promise<void> {
    const isFinal = error instanceof DomainError && error.code === 'ERROR_INVALID_QUERY';
    const reason = cleanText(getErrorMessage(error));
    this.logger.warn(`a resend of ${domain_id} is ${isFinal ? 'given up' : 'continued later'}: ${reason}`);
    await this.pool.query({
      name: 'postpone resend',
      text: `
        update notification_resend set failures = failures + 1, reason = $2,
          state = case when $3 or failures >= ${MAX_FAILURES} then 'FAILED' else state end,
          finished_at = case when $3 or failures >= ${MAX_FAILURES} then clock_timestamp() end,
          look_at = clock_timestamp() + make_interval(secs => least(${MAX_PAUSE_SECONDS}, 2 ^ least(failures, 6)))
        where resend_id = $1 and state in ('PENDING', 'RUNNING')`,
      values: [resend_id, reason, isFinal],
    });
  }
}

/**
 * Locks a due job to the end of the transaction: of the domain that follows `lastDomain` in alphabetical order, so that domains
 * take turns, the one that has waited longest. Skips jobs that another worker has locked.
 */
async function lockDueJob(client: ClientBase, lastDomain: string): Promise<ResendJob | undefined> {
  const { rows } = await client.query<ResendJob>({
    name: 'lock due resend',
    text: `
      select resend_id, domain_id, query, after_id, until_id from notification_resend
      where state in ('PENDING', 'RUNNING') and ${buildDueCondition('look_at', MAX_PAUSE_SECONDS)}
      order by domain_id > $1 desc, domain_id, look_at limit 1 for update skip locked`,
    values: [lastDomain],
  });
  return rows[0];
}

interface BatchProgress {
  /** `undefined`: this was the last batch. */
  readonly after: string | undefined;
  readonly found: number;
  readonly queued: number;
}

/** Stores the progress. The job goes to the end of the due jobs of its domain, so that each has its turn. */
async function storeProgress(
  client: ClientBase,
  { resend_id }: ResendJob,
  { after, found, queued }: BatchProgress,
): Promise<void> {
  await client.query({
    name: 'move resend on',
    text: `
      update notification_resend set after_id = coalesce($2, after_id), failures = 0, look_at = clock_timestamp(),
        started_at = coalesce(started_at, clock_timestamp()), done_count = done_count + $3,
        resent_count = resent_count + $4, state = case when $2::uuid is null then 'DONE' else 'RUNNING' end,
        finished_at = case when $2::uuid is null then clock_timestamp() end
      where resend_id = $1`,
    values: [resend_id, after ?? null, found, queued],
  });
}

/** Deletes resends that ended before this. */
export async function deleteResendsBefore(client: ClientBase, cutoff: Date): Promise<void> {
  await client.query('delete from notification_resend where finished_at < $1', [cutoff]);
}
