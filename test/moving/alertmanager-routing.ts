import type { Matcher } from '../../tools/cli/moving/matchers.js';
import type { Route } from '../../tools/cli/moving/routing.js';

export type Labels = Readonly<Record<string, string>>;

/** Alertmanager's routing in its simplest form. Tests compare imported filters with it, and it with Alertmanager's own tool. */
export function routeAlert<T>(route: Route<T>, labels: Labels): readonly T[] {
  if (!route.matchers.every((matcher) => matches(matcher, labels))) return [];
  const taken: T[] = [];
  for (const child of route.children) {
    const found = routeAlert(child, labels);
    taken.push(...found);
    if (found.length > 0 && !child.isContinued) break;
  }
  return taken.length > 0 ? taken : [route.target];
}

function matches({ label, operator, value }: Matcher, labels: Labels): boolean {
  const given = labels[label] ?? '';
  if (operator === '=') return given === value;
  if (operator === '!=') return given !== value;
  return toRegExp(value).test(given) === (operator === '=~');
}

/** The expressions of tests mean the same in JavaScript, except for these. */
function toRegExp(value: string): RegExp {
  const ignoresCase = value.startsWith('(?i)');
  const source = value.replace('(?i)', '').replaceAll('[[:digit:]]', '[0-9]');
  return new RegExp(`^(?:${source})$`, ignoresCase ? 'i' : '');
}

/** Texts that the longer expressions of the configurations match. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  instance: ['sw1.dc1.example.net', 'rt12.dc2.example.net:9100', 'db:9100'],
};

/** Returns a value for each of the labels that routes ask for, and some that none of them expects. */
export function listValues(
  route: Route<unknown>,
  values = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
  for (const { label, operator, value } of route.matchers) {
    const known = values.get(label) ?? new Set(['', 'other', ...(EXAMPLES[label] ?? [])]);
    values.set(label, known);
    for (const word of operator.endsWith('~') ? sampleTexts(value) : [value]) {
      known.add(word);
      known.add(word.toUpperCase());
      known.add(`${word}x`);
    }
  }
  for (const child of route.children) listValues(child, values);
  return values;
}

/** Texts that look like those that an expression matches. */
function sampleTexts(expression: string): readonly string[] {
  return expression
    .replaceAll(/\(\?i\)|[\^$]|\(\?:|\[\^?[^\]]*\]\]?|\\d/g, (part) => (/^[\\[]/.test(part) ? '1' : ''))
    .replaceAll(/[()]/g, '|')
    .replaceAll(/\{[^}]*\}/g, '')
    .split('|')
    .map((part) =>
      part
        .replaceAll(/\.[*+]/g, 'ab')
        .replaceAll(/[+*?]/g, '')
        .replaceAll('\\.', '.'),
    );
}
