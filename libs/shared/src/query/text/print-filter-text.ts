import {
  FIELD,
  isWhole,
  LISTS,
  ORDERING,
  PHRASES,
  RELATIVE_TIME,
  RESERVED,
  SYMBOLS,
  TIME,
  type FilterCondition,
} from './words.js';

type Condition = Readonly<Record<string, unknown>> | FilterCondition;

const invert = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).map(([word, operator]) => [operator, word]));
const OPERATOR_TEXTS: Readonly<Record<string, string>> = { ...invert(SYMBOLS), ...invert(PHRASES) };
const CONSTANT = /^[A-Z][A-Z_]*$/;

/** Returns the text of a filter. It is empty if there are no conditions; otherwise `parseFilterText` reads it as the same filter. */
export function printFilterText({
  filter = [],
  filter_or: alternatives = [],
}: {
  readonly filter?: readonly Condition[] | undefined;
  readonly filter_or?: readonly Condition[] | undefined;
}): string {
  const all = filter.map(printCondition);
  const any = alternatives.map(printCondition).join(' or ');
  if (any === '') return all.join(' and ');
  const isGroup = alternatives.length > 1 && all.length > 0;
  return [...all, isGroup ? `(${any})` : any].join(' and ');
}

/** Returns the text of a condition, or its JSON if the text form has no other words for it. */
export function printCondition(condition: Condition): string {
  return printInWords(condition) ?? JSON.stringify(condition);
}

function printInWords(condition: Condition): string | undefined {
  const { k, key = k, o, operator = o, v, value = v, ...others } = condition as Record<string, unknown>;
  const isDouble = [
    ['k', 'key'],
    ['o', 'operator'],
    ['v', 'value'],
  ].some((names) => names.every((name) => name in condition));
  if (isDouble || Object.keys(others).length > 0) return undefined;
  if (typeof key !== 'string' || typeof operator !== 'string') return undefined;
  const comparison = printComparison(operator, value);
  return comparison === undefined ? undefined : `${printField(key)} ${comparison}`;
}

function printField(key: string): string {
  return isWhole(FIELD, key) && !RESERVED.has(key.toLowerCase()) ? key : JSON.stringify(key);
}

function printComparison(operator: string, value: unknown): string | undefined {
  if (operator === 'exists') return value === true ? 'exists' : value === false ? 'not exists' : undefined;
  const [kind, order = ''] = operator.split('_');
  if ((kind === 'datetime' || kind === 'timediff') && ORDERING.has(order)) {
    const isBare = typeof value === 'string' && isWhole(kind === 'datetime' ? TIME : RELATIVE_TIME, value);
    return isBare ? `${OPERATOR_TEXTS[order]} ${value}` : undefined;
  }
  const text = OPERATOR_TEXTS[operator];
  if (text === undefined) return undefined;
  const printed = LISTS.has(operator)
    ? printList(value)
    : operator === 'match'
      ? printObject(value)
      : printScalar(value);
  return printed === undefined ? undefined : `${text} ${printed}`;
}

function printList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map(printScalar);
  return items.includes(undefined) ? undefined : `(${items.join(', ')})`;
}

function printObject(value: unknown): string | undefined {
  const json = JSON.stringify(value);
  return json?.startsWith('{') ? json : undefined;
}

function printScalar(value: unknown): string | undefined {
  if (typeof value === 'string')
    return CONSTANT.test(value) && !RESERVED.has(value.toLowerCase()) ? value : JSON.stringify(value);
  // A number in its original digits is an object.
  const json: string | undefined = JSON.stringify(value);
  return json === undefined || /^[[{]/.test(json) ? undefined : json;
}
