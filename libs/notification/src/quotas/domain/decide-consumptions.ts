import { DomainError } from '#shared/kernel/domain-error.js';
import { Allowance, type QuotaLimit, type QuotaWindow } from './quota-limit.js';
import type {
  ConsumptionOutcome,
  ConsumptionRequest,
  GrantedConsumption,
  StoredConsumption,
} from './consumption.js';

/** Identifies a protocol of a domain as one text. Neither id can contain a space. */
export const protocolKey = (protocol: { readonly domain_id: string; readonly protocol_id: string }): string =>
  `${protocol.domain_id} ${protocol.protocol_id}`;

/** The limit and the usage of a protocol. */
export interface ProtocolState {
  readonly quota_id: string | null;
  readonly limit: QuotaLimit;
  readonly used: { readonly day: number; readonly month: number };
}

export interface UsageChange {
  readonly domain_id: string;
  readonly protocol_id: string;
  consumed: number;
  refused: number;
}

export interface Decision {
  /** In the order of the requests. */
  readonly outcomes: readonly (ConsumptionOutcome | DomainError)[];
  readonly granted: readonly (ConsumptionRequest & { readonly outcome: GrantedConsumption })[];
  /** The changes of the usage of the day, by protocol key. */
  readonly usage: ReadonlyMap<string, UsageChange>;
}

/**
 * Decides requests one after the other, in their order. The caller must hold the locks of these protocols until the result is
 * stored.
 * @param stored the consumptions stored under the keys of the requests
 */
export function decideConsumptions(
  requests: readonly ConsumptionRequest[],
  protocols: ReadonlyMap<string, ProtocolState>,
  stored: ReadonlyMap<string, StoredConsumption>,
  at: Date,
): Decision {
  const allowances = new Map<string, Allowance>();
  const usage = new Map<string, UsageChange>();
  const granted: (ConsumptionRequest & { outcome: GrantedConsumption })[] = [];
  const consumptionsByKey = new Map(stored);
  const outcomes = requests.map((request): ConsumptionOutcome | DomainError => {
    const { consumption_id, domain_id, protocol_id, quota_id, amount, mark, terms } = request;
    const protocol = protocolKey(request);
    const state = protocols.get(protocol);
    if (!state || (quota_id !== undefined && quota_id !== state.quota_id)) {
      return DomainError.notFound('The quota', quota_id);
    }
    const original = mark && consumptionsByKey.get(mark.key);
    if (original)
      return original.request === mark.request
        ? replayConsumption(original, state.limit)
        : createMismatchError();

    const allowance = allowances.get(protocol) ?? new Allowance(state.limit, state.used);
    const tally = usage.get(protocol) ?? { domain_id, protocol_id, consumed: 0, refused: 0 };
    allowances.set(protocol, allowance);
    usage.set(protocol, tally);
    const withheld = findWithheldWindow(allowance, request);
    const exhausted = withheld ?? allowance.take(amount, terms?.reserved);
    const { remaining, limit } = allowance;
    if (exhausted) {
      if (withheld === undefined) tally.refused += amount;
      return { allowed: false, exhausted, isWithheld: withheld !== undefined, remaining, limit, at };
    }
    tally.consumed += amount;
    const outcome = { allowed: true, consumption_id, remaining, limit, at } as const;
    granted.push({ ...request, outcome });
    if (mark) consumptionsByKey.set(mark.key, { consumption_id, request: mark.request, remaining, at });
    return outcome;
  });
  return { outcomes, granted, usage };
}

/** Returns the fullest window if the amount would fit but the terms of the request forbid it. */
function findWithheldWindow(
  allowance: Allowance,
  { amount, terms }: ConsumptionRequest,
): QuotaWindow | undefined {
  if (terms?.maxUsedShare === undefined || allowance.findExhausted(amount, terms.reserved) !== undefined)
    return undefined;
  return allowance.findWindowAbove(terms.maxUsedShare);
}

function replayConsumption(
  { consumption_id, remaining, at }: StoredConsumption,
  limit: QuotaLimit,
): GrantedConsumption {
  return { allowed: true, consumption_id, remaining, limit, at };
}

export function createMismatchError(): DomainError {
  const text = 'This Idempotency-Key was used for another request';
  return new DomainError('ERROR_IDEMPOTENCY_MISMATCH', 'mismatch', text);
}
