import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { currentDomain } from '../session.js';

const DAY_MS = 86_400_000;
/** At least a month, so that all of the present one is in it. */
const DAYS = 31;

/** Units by UTC day, the present day last. */
export interface Usage {
  readonly days: readonly number[];
  /** Units of the present UTC month. */
  readonly month: number;
  /** Units that were refused in all of these days. */
  readonly refused: number;
}

const UNUSED: Usage = { days: Array.from({ length: DAYS }, () => 0), month: 0, refused: 0 };

export const usageOf = (found: ReadonlyMap<string, Usage>, protocolId: string): Usage =>
  found.get(protocolId) ?? UNUSED;

/** Reads the quotas of the domain, and the usage of all protocols: also of those that have none. */
export async function readQuotas(signal: AbortSignal) {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const firstDay = today - (DAYS - 1) * DAY_MS;
  const group = {
    keys: [
      { key: 'protocol_id', name: 'protocol' },
      { key: 'day', name: 'day' },
    ],
    fields: [
      { name: 'consumed', operator: 'sum' as const, key: 'consumed' },
      { name: 'refused', operator: 'sum' as const, key: 'refused' },
    ],
  };
  const filter = [{ k: 'day', v: new Date(firstDay).toISOString(), o: 'datetime_gte' as const }];
  const [quotas, usages] = await Promise.all([
    client.call('listQuotas', {}, { signal }),
    client.call(
      'statQuotaUsages',
      { body: { domain_id: currentDomain(), query: { filter, aggregate: [{ group }] } } },
      { signal },
    ),
  ]);
  const thisMonth = new Date(today).toISOString().slice(0, 7);
  const found = new Map<string, Usage>();
  for (const row of usages.results as unknown as Row[]) {
    const old = usageOf(found, row.protocol);
    const position = Math.round((Date.parse(row.day) - firstDay) / DAY_MS);
    found.set(row.protocol, {
      days: old.days.map((units, at) => (at === position ? row.consumed : units)),
      month: old.month + (row.day.startsWith(thisMonth) ? row.consumed : 0),
      refused: old.refused + row.refused,
    });
  }
  // Without `only`, the records have all fields.
  return { quotas: quotas.results as readonly Schemas['QuotaInfo'][], usages: found };
}

interface Row {
  readonly protocol: string;
  readonly day: string;
  readonly consumed: number;
  readonly refused: number;
}
