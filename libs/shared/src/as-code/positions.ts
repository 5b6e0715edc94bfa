import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Document,
  type LineCounter,
  type Pair,
  type YAMLMap,
} from 'yaml';

/** A mistake in a file, and where it is. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

export type Path = readonly (string | number)[];
export type Locate = (path: Path, of?: 'key' | 'value') => Omit<Problem, 'text'>;

/** Returns a function that finds the line and column of a field. For one that is missing it returns those of what it is missing in. */
export function createLocator(file: string, document: Document, lines: LineCounter): Locate {
  const pairs = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  const findPair = (map: YAMLMap, name: string): Pair | undefined => {
    const known =
      pairs.get(map) ??
      new Map(map.items.map((pair) => [String(isScalar(pair.key) ? pair.key.value : pair.key), pair]));
    pairs.set(map, known);
    return known.get(name);
  };
  return (path, of = 'value') => {
    let node: unknown = document.contents;
    let found: unknown = node;
    for (const [depth, step] of path.entries()) {
      if (isAlias(node)) node = node.resolve(document);
      if (isMap(node)) {
        const pair = findPair(node, String(step));
        if (pair === undefined) break;
        node = pair.value;
        found = (of === 'key' && depth === path.length - 1) || !isNode(pair.value) ? pair.key : pair.value;
      } else if (isSeq(node) && isNode(node.items[Number(step)])) {
        node = node.items[Number(step)];
        found = node;
      } else break;
    }
    const { line, col } = lines.linePos((isNode(found) && found.range?.[0]) || 0);
    return { file, line, column: col };
  };
}

/** Formats a mistake as compilers do, so that editors can jump to it. */
export const formatProblem = ({ file, line, column, text }: Problem): string =>
  `${file}:${line}:${column}: ${text}`;

/** Sorts mistakes by where they are. */
export const compareProblems = (a: Problem, b: Problem): number =>
  a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
