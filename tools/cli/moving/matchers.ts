import { isObject } from '#shared/kernel/json.js';

/** A condition on a label, as Alertmanager and Grafana have it. A label that is missing is an empty text to it. */
export interface Matcher {
  readonly label: string;
  readonly operator: '=' | '!=' | '=~' | '!~';
  readonly value: string;
}

/** Why a matcher cannot be read. */
export class MatcherError extends Error {}

const NAME = String.raw`"(?:[^"\\]|\\.)*"|[^\s{}!=~,\\"'\x60]+`;
const VALUE = String.raw`"(?:[^"\\]|\\[^])*"|[^,"]*`;
const MATCHER = new RegExp(String.raw`\s*(${NAME})\s*(=~|!~|!=|=)\s*(${VALUE})\s*(?:,|$)`, 'y');

/** Reads `a="b"`, `a=~b|c`, or several in braces with commas between them. @throws MatcherError */
export function parseMatchers(text: string): readonly Matcher[] {
  const inner = /^\s*\{([^]*)\}\s*$/.exec(text)?.[1] ?? text;
  if (inner.trim() === '') return [];
  const found: Matcher[] = [];
  MATCHER.lastIndex = 0;
  let end = 0;
  for (let match = MATCHER.exec(inner); match !== null; match = MATCHER.exec(inner)) {
    const [, name = '', operator = '=', value = ''] = match;
    found.push({
      label: unquote(name),
      operator: operator as Matcher['operator'],
      value: unquote(value.trim()),
    });
    end = MATCHER.lastIndex;
    if (end === inner.length) break;
  }
  if (found.length === 0 || inner.slice(end).trim() !== '')
    throw new MatcherError(
      `${JSON.stringify(text)} is no matcher like team="db" or severity=~"warning|critical"`,
    );
  return found;
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text.replaceAll(/\\(["\\n])/g, unescapeOne);
  return text.slice(1, -1).replaceAll(/\\(["\\n])/g, unescapeOne);
}

const unescapeOne = (_: string, letter: string): string => (letter === 'n' ? '\n' : letter);

/**
 * Returns the matchers of an object with `matchers`, `match` and `match_re`, or the same with the prefix `source_` or `target_`.
 * @throws MatcherError
 */
export function readMatchers(given: Readonly<Record<string, unknown>>, prefix = ''): readonly Matcher[] {
  const plain = (field: string, operator: Matcher['operator']): readonly Matcher[] => {
    const value = given[prefix + field];
    if (value === undefined || value === null) return [];
    if (!isObject(value)) throw new MatcherError(`${prefix}${field} must be an object of labels`);
    return Object.entries(value).map(([label, text]) => ({ label, operator, value: toText(text) }));
  };
  const list = given[`${prefix}matchers`] ?? [];
  if (!Array.isArray(list)) throw new MatcherError(`${prefix}matchers must be a list`);
  return [
    ...plain('match', '='),
    ...plain('match_re', '=~'),
    ...list.flatMap((each) => parseMatchers(toText(each))),
    ...readTriples(given[`${prefix}object_matchers`] ?? []),
  ];
}

/** Reads lists of label, operator and value. */
function readTriples(list: unknown): readonly Matcher[] {
  if (!Array.isArray(list)) throw new MatcherError('object_matchers must be a list');
  return list.map((each: unknown) => {
    const [label, operator, value] = Array.isArray(each) ? each.map(toText) : [];
    if (label === undefined || value === undefined || !/^(?:=~?|!=|!~)$/.test(operator ?? ''))
      throw new MatcherError('object_matchers must be lists like [team, =, db]');
    return { label, operator: operator as Matcher['operator'], value };
  });
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new MatcherError('a matcher must be a text');
}

export const formatMatchers = (matchers: readonly Matcher[]): string =>
  matchers.map(({ label, operator, value }) => `${label}${operator}${JSON.stringify(value)}`).join(', ');
