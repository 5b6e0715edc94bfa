import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';

/** The sender's words and what they mean here. Letter case, blanks, `-` and `_` make no difference. */
export type Vocabulary<T> = Readonly<Record<string, T>>;

/** `No Data`, `no_data` and `NODATA` are one word; `-1` is not `1`. */
export function normalised(word: string): string {
  return word.toLowerCase().replace(/(?!^-\d)[\s_-]+/g, '');
}

export function dictionary<T>(vocabulary: Vocabulary<T>): (word: string) => T | undefined {
  const meanings = new Map(Object.entries(vocabulary).map(([word, meaning]) => [normalised(word), meaning]));
  return (word) => meanings.get(word) ?? meanings.get(normalised(word));
}

/** The meaning of the first of these paths that holds a word of the vocabulary. */
export function word<T>(vocabulary: Vocabulary<T>, ...paths: readonly Path[]): Reader<T> {
  const meaningOf = dictionary(vocabulary);
  return firstAt(paths, (from) => {
    const said = textOf(from);
    return said === undefined ? undefined : meaningOf(said);
  });
}
