import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LONG_USE, MaxMinShares, type Holder } from '../../kernel/domain-shares.js';
import { newUuid, type IdKind } from '../../kernel/ids.js';
import type { Scope } from '../../kernel/scope.js';
import type { SqlRunner } from '../persistence/in-transaction.js';
import { getLogMessage } from '../../kernel/error-message.js';
import { Every, HOUR_MS } from '../../schedule/every.decorator.js';

/**
 * Writes who did what to which record, in the transaction of the change, so that both are committed or neither. Only ids are
 * written, never the changed values, so that no secret gets into the log.
 * @param resourceId the public id of the record
 */
export async function recordChange(
  sql: SqlRunner,
  scope: Scope,
  resourceType: IdKind,
  resourceId: string,
): Promise<void> {
  await recordChanges(sql, scope, resourceType, [resourceId]);
}

/** As {@link recordChange}, for several records. */
export async function recordChanges(
  sql: SqlRunner,
  { domain_id, user_id, root, operator, origin }: Scope,
  resourceType: IdKind,
  resourceIds: readonly string[],
  now = new Date(),
): Promise<void> {
  if (resourceIds.length === 0) return;
  await sql.query(
    `insert into audit_log
      (audit_id, resource_id, domain_id, action, resource_type, user_id, api_key_id, root, address, created_at)
     select unnest($1::uuid[]), unnest($2::text[]), $3, $4, $5, $6, $7, $8::bool, $9, $10::timestamptz`,
    [
      resourceIds.map(() => newUuid(now)),
      resourceIds,
      domain_id,
      origin?.action ?? 'change',
      resourceType,
      operator ? null : user_id,
      origin?.api_key_id ?? null,
      root || operator === true,
      origin?.address ?? null,
      now,
    ],
  );
}

/** The maximum number of entries that wait, and of those that are remembered. */
const CAPACITY = 10_000;

/** What one caller did to several records. */
interface Entries {
  readonly scope: Scope;
  /** The share of the domain, which counts them until they are written. */
  readonly holder: Holder;
  readonly resourceType: IdKind;
  readonly resourceIds: string[];
  readonly at: Date;
}

/**
 * Writes to the audit log what has no transaction of its own: reads of secrets, and refused requests. Entries are written
 * within 20 seconds, or once a domain has used most of its share: no domain keeps the entries of others out. What a caller repeats
 * from the same address within an hour is one entry, so that a page that is refreshed, or a program with an old key, does not fill
 * the log.
 */
@Injectable()
export class AuditBuffer implements BeforeApplicationShutdown {
  private readonly logger = new Logger('AuditLog');
  /** When an entry may be repeated, by its content, in the order of the entries. */
  private readonly repeatableAt = new Map<string, number>();
  private readonly shares = new MaxMinShares(CAPACITY, LONG_USE);
  private waiting = new Map<string, Entries>();
  /** By domain. */
  private lostCounts = new Map<string, number>();
  private writing = Promise.resolve();
  /** Whether a write is running, or one has failed: then the next one is not begun before its time. */
  private isPaused = false;

  constructor(private readonly dataSource: Pick<DataSource, 'transaction'>) {}

  record(scope: Scope, resourceType: IdKind, resourceId: string): void {
    const { domain_id, user_id, root, origin } = scope;
    const deed = JSON.stringify([domain_id, user_id, root, origin, resourceType]);
    const content = `${deed} ${resourceId}`;
    const now = performance.now();
    if ((this.repeatableAt.get(content) ?? 0) > now) return;
    const holder = this.shares.getHolder(domain_id, domain_id);
    if (!this.shares.isBelowThreshold(holder, 1) || !this.shares.acquireFreed(holder, 1)) {
      this.lostCounts.set(domain_id, (this.lostCounts.get(domain_id) ?? 0) + 1);
      return;
    }
    this.remember(content, now);
    const entries = this.waiting.get(deed) ?? {
      ...{ scope, holder, resourceType, resourceIds: [] },
      at: new Date(),
    };
    entries.resourceIds.push(resourceId);
    this.waiting.set(deed, entries);
    const isMostlyUsed = !this.shares.isBelowThreshold(holder, holder.held);
    if (isMostlyUsed && !this.isPaused) void this.write();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  @Every(20_000)
  write(): Promise<void> {
    this.isPaused = true;
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    for (const [domain_id, count] of this.lostCounts)
      this.logger.error({ domain_id, count }, 'entries are lost: too many of the domain were waiting');
    this.lostCounts = new Map();
    const { waiting } = this;
    try {
      this.waiting = new Map();
      if (waiting.size > 0) await this.store(waiting);
      for (const { holder, resourceIds } of waiting.values()) this.shares.release(holder, resourceIds.length);
      this.isPaused = false;
    } catch (error) {
      this.logger.warn(`${this.shares.inUse} entries are written later: ${getLogMessage(error)}`);
      for (const [deed, { resourceIds, ...newer }] of this.waiting) {
        const older = waiting.get(deed)?.resourceIds ?? [];
        waiting.set(deed, { ...newer, ...waiting.get(deed), resourceIds: [...older, ...resourceIds] });
      }
      this.waiting = waiting;
    }
  }

  private store(waiting: ReadonlyMap<string, Entries>): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      for (const { scope, resourceType, resourceIds, at } of waiting.values())
        await recordChanges(manager, scope, resourceType, resourceIds, at);
    });
  }

  private remember(content: string, now: number): void {
    // A map iterates in the order of insertion, so the first entry is the oldest.
    this.repeatableAt.delete(content);
    this.repeatableAt.set(content, now + HOUR_MS);
    const [oldest] = this.repeatableAt.keys();
    if (this.repeatableAt.size > CAPACITY && oldest !== undefined) this.repeatableAt.delete(oldest);
  }
}
