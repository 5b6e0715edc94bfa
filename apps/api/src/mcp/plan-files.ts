import type { QueryBus } from '@nestjs/cqrs';
import { ListHeartbeats, ListWebhooks } from '#monitoring';
import {
  ListEscalations,
  ListInhibitions,
  ListOnCalls,
  ListQuotas,
  ListSilences,
  ListSubscriptions,
  PreviewPlan,
} from '#notification';
import { nameRecords } from '#shared/as-code/plan-request.js';
import type { SourceFile } from '#shared/as-code/read-files.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { ListRecords } from '#shared/messages/read-messages.js';
import { readConfigSchema } from '../docs/config-schema.js';
import { validateMessage } from '../http/body/message.decorator.js';
import { MAX_RECORDS, PreviewPlanRequest } from '../notification/plan.dto.js';
import type { PlanPool } from './plan-pool.js';

const PAGE_LIMIT = 100;
/** Records of a domain, and characters of them. They are held in memory. */
const MAX_STORED = 5_000;
const MAX_LENGTH = 8 * 1024 * 1024;
type List = new (
  scope: Scope,
  filter: object,
  query: unknown,
  signal: AbortSignal,
) => ListRecords<object, object>;

/** What lists the records of a section. */
const LISTS: Readonly<Record<string, List>> = {
  quotas: ListQuotas,
  silences: ListSilences,
  inhibitions: ListInhibitions,
  webhooks: ListWebhooks,
  heartbeats: ListHeartbeats,
  subscriptions: ListSubscriptions,
  on_call: ListOnCalls,
  escalations: ListEscalations,
};

/** Why effects are not known although nothing is wrong with the files. */
const UNTOLD: ReadonlySet<string> = new Set([
  'ERROR_RATE_LIMITED',
  'ERROR_QUERY_TIMEOUT',
  'ERROR_UNAVAILABLE',
]);

interface Question {
  readonly files: readonly SourceFile[];
  readonly days: number;
  readonly scope: Scope;
  readonly queries: QueryBus;
  readonly plans: PlanPool;
  readonly signal: AbortSignal;
}

/**
 * Compares files with the records of the caller's domain, and says what the changes would have meant. Changes nothing.
 * @throws ERROR_RATE_LIMITED if a plan of the domain is running, whose records are held in memory
 */
export const planFiles = (question: Question): Promise<object> =>
  question.plans.turns.run(question.scope.domain_id, () => compareFiles(question), question.signal);

async function compareFiles({ files, days, plans, ...asked }: Question): Promise<object> {
  const { scope, signal } = asked;
  const { domain_id } = scope;
  const stored = await readStored(asked);
  signal.throwIfAborted();
  const answer = await plans.run({ domain_id, files, schema: await readConfigSchema(), stored });
  if ('refused' in answer) throw DomainError.invalid('files', answer.refused);
  const { plan, request } = answer;
  if (request === null) return { ...plan, effects: null };
  const withoutEffects = (effects_error: string) => ({ ...plan, effects: null, effects_error });
  const section = Object.entries(request).find(([, records]) => isTooLong(records))?.[0];
  if (section !== undefined)
    return withoutEffects(
      `more than ${MAX_RECORDS} ${section} are added or changed; the effects of fewer can be told`,
    );
  try {
    return { ...plan, effects: await previewEffects(asked, days, request) };
  } catch (error) {
    // What would be changed is known also if what it means is not. What is wrong with the files is an error.
    if (!(error instanceof DomainError)) throw error;
    if (!UNTOLD.has(error.code))
      throw new DomainError(error.code, error.kind, nameRecords(error.message, request), { cause: error });
    return withoutEffects(`${error.code}: ${error.message}`);
  }
}

const isTooLong = (records: unknown) => Array.isArray(records) && records.length > MAX_RECORDS;

type Asker = Pick<Question, 'scope' | 'queries' | 'signal'>;

/** @throws DomainError, such as of another preview that is running, or of too little time */
function previewEffects({ scope, queries, signal }: Asker, days: number, request: object): Promise<object> {
  signal.throwIfAborted();
  const { domain_id: _, days: __, ...draft } = validateMessage(PreviewPlanRequest, { days, ...request });
  return queries.execute(new PreviewPlan(scope, days, draft, signal));
}

/** Returns the records of a domain by section, as lists in JSON. */
async function readStored({ scope, queries, signal }: Asker): Promise<Record<string, string[]>> {
  const stored: Record<string, string[]> = {};
  let count = 0;
  let length = 0;
  for (const [section, Query] of Object.entries(LISTS)) {
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      signal.throwIfAborted();
      const page = { limit: PAGE_LIMIT, ...(cursor !== undefined && { cursor }) };
      const { text } = await queries.execute(new Query(scope, {}, { page }, signal));
      const found = JSON.parse(text) as {
        readonly results: readonly object[];
        readonly next_cursor?: string;
      };
      count += found.results.length;
      if (count > MAX_STORED)
        throw DomainError.invalid(
          'files',
          `cannot be compared here, because the domain has more than ${MAX_STORED} records: use the command tocsin plan`,
        );
      const results = JSON.stringify(found.results);
      length += results.length;
      if (length > MAX_LENGTH)
        throw DomainError.invalid(
          'files',
          'cannot be compared here, because the records of the domain are too large: use the command tocsin plan',
        );
      pages.push(results);
      cursor = found.next_cursor;
    } while (cursor !== undefined);
    stored[section] = pages;
  }
  return stored;
}
