import { isObject } from '../kernel/json.js';
import { pick, type Info } from './kind.js';
import { kindOf, writeFilters } from './kinds.js';
import { MARK, type Addition, type Change as AnyChange, type Modification, type Plan } from './plan.js';
import { MASK, withoutDefaults, type Terms } from './terms.js';

type Change = Addition | Modification;

/** The records of a request that previews a plan. */
type PlanRequest = Readonly<
  Record<'subscriptions' | 'silences' | 'inhibitions' | 'escalations' | 'quotas', readonly object[]>
>;

/** A mark tells nobody anything. What is removed is not asked for, and the report says so. */
const hasEffect = (change: AnyChange): change is Change =>
  change.action !== 'remove' &&
  (change.action === 'add' || change.differences.some(({ field }) => field !== MARK));

/** Returns the changes that have an effect on who is told, in the form of the API. Records that they refer to need not exist. */
export function toPlanRequest({ changes }: Plan): PlanRequest {
  const collect = (section: string, convert: (change: Change) => object) =>
    changes.flatMap((change) =>
      change.kind.section === section && hasEffect(change) ? [convert(change)] : [],
    );
  return {
    subscriptions: collect('subscriptions', (change) => ({
      ...identify(change),
      protocol_id: change.terms['protocol'],
      options: maskAll(change.terms['options']),
      ...conditions(change, ['filter', 'filter_or', 'kinds', 'trigger', 'enabled']),
    })),
    silences: collect('silences', (change) => {
      const { project_id: _, ...silence } = identify(change);
      return { ...silence, ...conditions(change, ['filter', 'filter_or', 'starts_at', 'ends_at', 'weekly']) };
    }),
    inhibitions: collect('inhibitions', (change) => ({
      ...identify(change),
      ...conditions(change, ['source', 'target', 'equal', 'wait', 'settle', 'max', 'enabled']),
    })),
    escalations: collect('escalations', (change) => ({
      ...identify(change),
      ...conditions(change, ['filter', 'filter_or', 'repeat', 'until']),
      steps: (change.terms['steps'] as readonly Info[]).map((step) => pick(step, 'after')),
    })),
    quotas: collect('quotas', ({ name, terms }) => ({
      protocol_id: name,
      limit: pick(terms, 'day', 'month'),
    })),
  };
}

/** A place in such a request, like `subscriptions[0].` at its beginning. */
const PLACE = /(?<![\w.\]])([a-z]+)\[(\d+)\]\./g;

/** Replaces places in an error about such a request by the names of the records, which files know. */
export function nameRecords(text: string, request: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(PLACE, (place, section: string, index: string) => {
    const records = request[section] as readonly Info[] | undefined;
    const record = records?.[Number(index)];
    if (record === undefined) return place;
    const { project_id, name = record['protocol_id'] } = record;
    const named = typeof project_id === 'string' ? `${project_id}/${String(name)}` : String(name);
    return `${kindOf(section).noun} ${JSON.stringify(named)}: `;
  });
}

function identify(change: Change): Readonly<Record<string, unknown>> {
  const { kind, project, name } = change;
  return { name, project_id: project, ...(change.action === 'change' && { [kind.id]: change.stored.id }) };
}

/** Returns those of these fields that are not the defaults, with filters as conditions. */
const conditions = ({ kind, terms }: Change, fields: readonly string[]): Terms =>
  withoutAbsent(pick(writeFilters(kind, withoutDefaults(terms, kind.defaults(terms))), ...fields));

const withoutAbsent = (terms: Terms): Terms =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));

/** Which options there are decides what is told; their values may be secrets. */
const maskAll = (options: unknown): Terms =>
  isObject(options) ? Object.fromEntries(Object.keys(options).map((name) => [name, MASK])) : {};
