import { hash } from 'node:crypto';
import { subjectIn, type Scope } from '#shared/kernel/scope.js';
import type { Remaining } from './allowance.js';
import type { QuotaLimit, QuotaWindow } from './quota-limit.js';

export const LARGEST_AMOUNT = 1_000_000;

/** How long a key answers a retry with the first answer. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** How long a consumption can be given back. */
export const RELEASE_LIFETIME_MS = 48 * 3_600_000;

/** An Idempotency-Key as it is kept: never the key itself. Both are digests in hexadecimal. */
export interface RetryMark {
  /** Of caller, domain, operation and key. */
  readonly key: string;
  /** Of the request: the same key with another one is a mistake. */
  readonly request: string;
}

export function retryMark(scope: Scope, operation: string, key: string, request: unknown): RetryMark {
  return {
    key: hash('sha256', JSON.stringify([subjectIn(scope), scope.domain_id, operation, key])),
    request: hash('sha256', JSON.stringify(request)),
  };
}

/** What somebody asks for before he sends. */
export interface ConsumptionRequest {
  readonly consumption_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  /** Given: only while the protocol has this very quota. */
  readonly quota_id?: string | undefined;
  readonly amount: number;
  readonly mark?: RetryMark | undefined;
  readonly terms?: ConsumptionTerms | undefined;
}

/** For those who leave something to what matters more. */
export interface ConsumptionTerms {
  /** Units of each window that must be left. */
  readonly keep: number;
  /** Only while less than this share of each window is used. */
  readonly below?: number | undefined;
}

interface Answer {
  /** After it, of the limit that was in force. */
  readonly remaining: Remaining;
  readonly limit: QuotaLimit;
  readonly at: Date;
}

export interface Granted extends Answer {
  readonly allowed: true;
  readonly consumption_id: string;
}

export interface Refused extends Answer {
  readonly allowed: false;
  /** The window that has too little left. */
  readonly exhausted: QuotaWindow;
  /** There is something left, but not for this one, by its terms. It does not count as refused. */
  readonly isWithheld: boolean;
}

export type ConsumptionOutcome = Granted | Refused;

/** What was granted once, as it is stored for retries and releases. */
export interface StoredConsumption {
  readonly consumption_id: string;
  readonly request: string;
  readonly remaining: Remaining;
  readonly at: Date;
}
