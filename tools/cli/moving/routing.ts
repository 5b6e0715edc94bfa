import { split, TooComplexError, type Piece } from './filters.js';
import { formatMatchers, type Matcher } from './matchers.js';
import { ExpressionError } from './parse-expression.js';
import { negateAll, toClauses, type Clause } from './terms-of-labels.js';

/** A node of a routing tree. An alert goes down to the first child that matches, and on to the next ones after `continue`. */
export interface Route<Target> {
  readonly matchers: readonly Matcher[];
  readonly isContinued: boolean;
  readonly children: readonly Route<Target>[];
  readonly target: Target;
}

/** What a route takes: pieces of which at most one matches an alert. */
export interface Share<Target> {
  readonly target: Target;
  /** How people find it: the matchers from the root on. */
  readonly path: string;
  readonly pieces: readonly Piece[];
  /** Why its filter cannot be written. */
  readonly problem?: string;
}

/**
 * Returns what each route of a tree takes: the alerts that it and all above it match, that no earlier route beside these has kept, and
 * that no route below it matches.
 */
export function shareOut<Target>(root: Route<Target>): readonly Share<Target>[] {
  const shares: Share<Target>[] = [];
  const visit = (route: Route<Target>, above: () => readonly Clause[], path: readonly string[]): void => {
    const own = remember(() => [
      ...above(),
      ...route.matchers.flatMap((matcher) => toClauses(matcher, false)),
    ]);
    const readable = path.length === 0 ? 'the root route' : `route ${path.join(' > ')}`;
    shares.push(
      take(route.target, readable, () => [
        ...own(),
        ...route.children.flatMap((child) => negateAll(child.matchers)),
      ]),
    );
    for (const [at, child] of route.children.entries()) {
      const before = route.children.slice(0, at).filter(({ isContinued }) => !isContinued);
      const left = () => [...own(), ...before.flatMap(({ matchers }) => negateAll(matchers))];
      visit(child, left, [...path, `{${formatMatchers(child.matchers)}}`]);
    }
  };
  visit(root, () => [], []);
  return shares;
}

function take<Target>(target: Target, path: string, clauses: () => readonly Clause[]): Share<Target> {
  try {
    return { target, path, pieces: split(clauses()) };
  } catch (error) {
    if (!(error instanceof TooComplexError || error instanceof ExpressionError)) throw error;
    const problem =
      error instanceof ExpressionError
        ? `a regular expression of it, or of a route before it, ${error.message}`
        : error.message;
    return { target, path, pieces: [], problem };
  }
}

/** What is above a route is asked for by all routes below it. */
function remember<T>(read: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => (found ??= { value: read() }).value;
}
