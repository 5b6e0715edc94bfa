import type { Command } from '@commander-js/extra-typings';
import { UsageError } from './explain.js';
import { openSession, type Session } from './session.js';

type SearchOperation =
  | 'searchApiKeys'
  | 'searchWebhooks'
  | 'searchQuotas'
  | 'searchSubscriptions'
  | 'searchSilences'
  | 'searchSlackApps'
  | 'searchInhibitions'
  | 'searchOnCalls';

interface Kind {
  readonly search: SearchOperation;
  /** The field that people know a record by. */
  readonly name: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  api_key: { search: 'searchApiKeys', name: 'name' },
  webhook: { search: 'searchWebhooks', name: 'name' },
  quota: { search: 'searchQuotas', name: 'protocol_id' },
  subscription: { search: 'searchSubscriptions', name: 'name' },
  silence: { search: 'searchSilences', name: 'name' },
  slack_app: { search: 'searchSlackApps', name: 'name' },
  inhibition: { search: 'searchInhibitions', name: 'name' },
  on_call: { search: 'searchOnCalls', name: 'name' },
};

const ID = /^[a-z_]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** Enough to show that a name is ambiguous, and for which records. */
const MAX_SHOWN = 5;

/**
 * Replaces names of records by their ids, in arguments such as `<webhook_id>` and options such as `--webhook <id>`, before the command
 * runs. What names nothing stays, and the service says what it expects.
 */
export function resolveNames(program: Command): void {
  program.hook('preAction', async (_, action) => {
    for (const [at, argument] of action.registeredArguments.entries()) {
      const kind = KINDS[argument.name().replace(/_id$/, '')];
      const value: unknown = action.processedArgs[at];
      if (kind === undefined || !argument.name().endsWith('_id') || !isName(value)) continue;
      (action.processedArgs as unknown[])[at] = await findId(
        openSession(action),
        argument.name(),
        kind,
        value,
      );
    }
    for (const option of action.options) {
      const name = option.attributeName();
      const value: unknown = action.getOptionValue(name);
      const kind = KINDS[name];
      if (kind === undefined || !option.flags.endsWith('<id>') || !isName(value)) continue;
      const id = await findId(openSession(action), `${name}_id`, kind, value);
      action.setOptionValueWithSource(name, id, 'cli');
    }
  });
}

const isName = (value: unknown): value is string => typeof value === 'string' && !ID.test(value);

async function findId(
  { tocsin, domain }: Session,
  idField: string,
  { search, name }: Kind,
  value: string,
): Promise<string> {
  const filter = [{ k: name, v: value, o: 'eq' as const }];
  const { results } = await tocsin.call(search, {
    body: { ...domain, query: { filter, page: { limit: MAX_SHOWN } } },
  });
  const ids = (results as Readonly<Record<string, unknown>>[]).map((record) => String(record[idField]));
  if (ids.length > 1)
    throw new UsageError(`"${value}" names several records; give the id of one of them: ${ids.join(', ')}`);
  return ids[0] ?? value;
}
