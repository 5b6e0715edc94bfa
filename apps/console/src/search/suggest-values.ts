import { client } from '../client.js';
import { OPERATIONS, TIME_FIELD, toText, type Records, type Row } from '../screens/search-query.js';
import { currentDomain } from '../session.js';

const MAX_VALUES = 50;
/** Older values are rarely searched for, and reading them costs more. */
const SINCE = 'now - 30d';

/** Reads the most frequent values of a field, for completion. A field that has no values to list, such as a mistyped one, has none. */
export async function suggestValues(
  records: Records,
  field: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const query = {
    filter: [{ k: TIME_FIELD[records], v: SINCE, o: 'timediff_gte' as const }],
    aggregate: [
      {
        group: {
          keys: [{ key: field, name: 'value' }],
          fields: [{ name: 'count', operator: 'count' as const }],
        },
      },
      { sort: { key: 'count', desc: true } },
      { limit: MAX_VALUES },
    ],
  };
  const found = await client
    .call(OPERATIONS[records].stat, { body: { domain_id: currentDomain(), query } }, { signal })
    .catch(() => undefined);
  const rows = (found?.results ?? []) as unknown as readonly Row[];
  return rows.map(({ value }) => toText(value)).filter((text) => text !== '');
}
