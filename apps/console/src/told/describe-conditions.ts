import { printCondition } from '#shared/query/text/print-filter-text.js';
import { SEVERITIES } from '../severity.js';
import { joinWords } from './words.js';

export type Condition = Readonly<Record<string, unknown>>;

export interface Conditions {
  readonly filter: readonly Condition[];
  readonly filter_or: readonly Condition[];
}

/** The operators that the rows of a form offer, in words. */
export const OPERATOR_WORDS = {
  eq: 'is',
  not: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  contain: 'contains',
  not_contain: 'does not contain',
  regex: 'matches',
  gte: 'is at least',
  lte: 'is at most',
  gt: 'is more than',
  lt: 'is less than',
  exists: 'is set',
} as const;

export interface Parts {
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
}

/** Returns the parts of a condition, whose members have short and long names. */
export function readParts({ k, key = k, o, operator = o, v, value = v }: Condition): Parts {
  return { field: String(key ?? ''), operator: String(operator ?? ''), value };
}

/** The severities that conditions can ask for by buttons, the most severe first. */
export const ASKED_SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO'] as const;

/** Returns the severities that a condition asks for; `undefined` if it is about something else, or says it in another way. */
export function readSeverities(condition: Condition): readonly string[] | undefined {
  const { field, operator, value } = readParts(condition);
  if (field !== 'severity') return undefined;
  const names: readonly string[] = SEVERITIES;
  const given = (Array.isArray(value) ? value : [value]).map(String);
  const [first = ''] = given;
  const at = names.indexOf(first);
  if (operator === 'eq' || operator === 'in')
    return given.every((name) => names.includes(name)) ? given : undefined;
  if (operator === 'gte' && at !== -1) return names.slice(0, at + 1);
  return undefined;
}

/** Returns the condition that asks for these severities, in the shortest way. */
export function severityCondition(wanted: readonly string[]): Condition {
  const sorted = SEVERITIES.filter((name) => wanted.includes(name));
  const [first] = sorted;
  return sorted.length === 1 ? { k: 'severity', v: first, o: 'eq' } : { k: 'severity', v: sorted, o: 'in' };
}

/** Returns a condition in words: `title contains disk`. */
export function describeCondition(condition: Condition): string {
  const { field, operator, value } = readParts(condition);
  switch (operator) {
    case 'eq':
      return `${field} = ${describeValue(value)}`;
    case 'not':
      return `${field} ≠ ${describeValue(value)}`;
    case 'exists':
      return `${field} ${value === false ? 'is not set' : 'is set'}`;
    case 'in':
    case 'not_in':
    case 'contain':
    case 'not_contain':
    case 'gte':
    case 'lte':
    case 'gt':
    case 'lt':
    case 'regex':
      return `${field} ${OPERATOR_WORDS[operator]} ${describeValue(value)}`;
    default:
      return printCondition(condition);
  }
}

/** The characters of one value that a sentence shows. */
const MAX_VALUE = 80;

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeValue).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** Returns the alerts that conditions find, as the beginning of a sentence: "CRITICAL and ERROR of labels.team = db". */
export function describeAlerts({ filter, filter_or }: Conditions): string {
  const about = filter.find((condition) => readSeverities(condition) !== undefined);
  const severities = about === undefined ? undefined : readSeverities(about);
  const others = filter.filter((condition) => condition !== about);
  const any = filter_or.map(describeCondition).join(' or ');
  const isEqual = others.every((condition) => readParts(condition).operator === 'eq');
  const all = [
    ...others.map(describeCondition),
    ...(any === '' ? [] : [others.length > 0 && filter_or.length > 1 ? `(${any})` : any]),
  ].join(' and ');
  if (severities === undefined) return all === '' ? 'All alerts' : `Alerts whose ${all}`;
  const named = joinWords(severities);
  if (all === '') return `All ${named} alerts`;
  return isEqual && any === '' ? `${named} of ${all}` : `${named} alerts whose ${all}`;
}
