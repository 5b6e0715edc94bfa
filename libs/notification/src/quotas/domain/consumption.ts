import { hash } from 'node:crypto';
import { getScopeSubject, type Scope } from '#shared/kernel/scope.js';
import type { Remaining, QuotaLimit, QuotaWindow } from './quota-limit.js';

export const MAX_AMOUNT = 1_000_000;

/** How long a retry with the same key gets the first answer. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** How long a consumption can be released. */
export const RELEASE_LIFETIME_MS = 48 * 3_600_000;

/** An Idempotency-Key as it is stored: as digests in hexadecimal, never the key itself. */
export interface RetryMark {
  /** The digest of caller, domain, operation and key. */
  readonly key: string;
  /** The digest of the request. The same key with another request is rejected. */
  readonly request: string;
}

export function createRetryMark(scope: Scope, operation: string, key: string, request: unknown): RetryMark {
  return {
    key: hash('sha256', JSON.stringify([getScopeSubject(scope), scope.domain_id, operation, key])),
    request: hash('sha256', JSON.stringify(request)),
  };
}

/** A request to consume an amount before it is sent. */
export interface ConsumptionRequest {
  readonly consumption_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  /** If given, the protocol must have this quota. */
  readonly quota_id?: string | undefined;
  readonly amount: number;
  readonly mark?: RetryMark | undefined;
  readonly terms?: ConsumptionTerms | undefined;
}

/** The conditions of a request that leaves units to more urgent ones. */
export interface ConsumptionTerms {
  /** Units that must be left in each window. */
  readonly reserved: number;
  /** The request is granted only while less than this share of each window is used. */
  readonly maxUsedShare?: number | undefined;
}

interface ConsumptionResult {
  /** What remains after the request, of the limit that applied to it. */
  readonly remaining: Remaining;
  readonly limit: QuotaLimit;
  readonly at: Date;
}

export interface GrantedConsumption extends ConsumptionResult {
  readonly allowed: true;
  readonly consumption_id: string;
}

export interface RefusedConsumption extends ConsumptionResult {
  readonly allowed: false;
  /** The window that has too little left. */
  readonly exhausted: QuotaWindow;
  /** Whether units are left, but not for this request because of its terms. It does not count as refused. */
  readonly isWithheld: boolean;
}

export type ConsumptionOutcome = GrantedConsumption | RefusedConsumption;

/** A granted consumption, as it is stored for retries and releases. */
export interface StoredConsumption {
  readonly consumption_id: string;
  readonly request: string;
  readonly remaining: Remaining;
  readonly at: Date;
}
