import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import { DomainError } from '../../kernel/domain-error.js';

/** A request with an Idempotency-Key, while it is carried out. */
export interface IdempotentRequest {
  readonly digest: Buffer;
  readonly owner: string;
  readonly encrypt: (text: string) => Buffer;
  /** Of a change that was committed before, and whose answer was never made: what it made. */
  readonly made?: object;
}

/** What is kept is no answer yet. */
export const CREATED_IDS = 'made, not answered';

export const currentRequest = new AsyncLocalStorage<IdempotentRequest>();

/**
 * Call this in the transaction of a change that a caller may repeat with an Idempotency-Key, with what the answer
 * will be. Both are committed or neither is, so that no crash can make a retry do it twice. Without a key it does nothing.
 * @throws ERROR_CONFLICT when the request took so long that a retry has taken its place: the change is undone
 */
export async function keepAnswer(manager: EntityManager, answer: object): Promise<void> {
  const request = currentRequest.getStore();
  if (!request) return;
  const kept: unknown[][] = await manager.query(
    `with kept as (update idempotency_key set answer = $3 where digest = $1 and owner = $2 returning 1) select * from kept`,
    [request.digest, request.owner, request.encrypt(JSON.stringify(answer))],
  );
  if (kept.length === 0) throw inFlight();
}

/** As {@link keepAnswer} where the answer is made after the commit: with the ids it can be made from, by {@link createOnce}. */
export function keepCreatedIds(manager: EntityManager, ids: object): Promise<void> {
  return keepAnswer(manager, { [CREATED_IDS]: ids });
}

/** Makes something and returns its ids; of what was made before, and whose answer got lost, only the ids. */
export async function createOnce<Ids extends object>(make: () => Promise<Ids>): Promise<Ids> {
  return (currentRequest.getStore()?.made as Ids | undefined) ?? make();
}

export function inFlight(): DomainError {
  const text = 'A request with this Idempotency-Key is being carried out; try again';
  return new DomainError('ERROR_CONFLICT', 'conflict', text, { retryAfter: 1 });
}
