import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../../kernel/domain-error.js';

/** A request with an Idempotency-Key that is being carried out. */
export interface IdempotentRequest {
  readonly digest: Buffer;
  readonly owner: string;
  readonly encrypt: (text: string) => Buffer;
  /** What an earlier attempt created and committed before it could respond. */
  readonly createdIds?: object;
}

/** Marks a stored value that has only the created ids, and is no response yet. */
export const CREATED_IDS = 'made, not answered';

export const currentRequest = new AsyncLocalStorage<IdempotentRequest>();

/**
 * Stores the response of a request with an Idempotency-Key. Call it in the transaction of the change: both are committed or
 * neither, so that a retry after a crash cannot repeat the change. Without a key it does nothing.
 * @throws ERROR_CONFLICT if the request took so long that a retry has replaced it; the change is rolled back
 */
export async function storeResponse(manager: Pick<EntityManager, 'query'>, response: object): Promise<void> {
  const request = currentRequest.getStore();
  if (!request) return;
  const updated: unknown[][] = await manager.query(
    `with kept as (update idempotency_key set answer = $3 where digest = $1 and owner = $2 returning 1) select * from kept`,
    [request.digest, request.owner, request.encrypt(JSON.stringify(response))],
  );
  if (updated.length === 0) throw createInFlightError();
}

/**
 * As {@link storeResponse}, for a response that is built after the commit. Stores the ids from which {@link createOnce} lets it
 * be built.
 */
export function storeCreatedIds(manager: EntityManager, ids: object): Promise<void> {
  return storeResponse(manager, { [CREATED_IDS]: ids });
}

/**
 * Creates something and returns its ids. If an earlier attempt created it and its response was lost, returns the ids of that
 * attempt.
 */
export async function createOnce<Ids extends object>(create: () => Promise<Ids>): Promise<Ids> {
  return (currentRequest.getStore()?.createdIds as Ids | undefined) ?? create();
}

export function createInFlightError(): DomainError {
  const text = 'A request with this Idempotency-Key is being carried out; try again';
  return new DomainError('ERROR_CONFLICT', 'conflict', text, { retryAfter: 1 });
}
