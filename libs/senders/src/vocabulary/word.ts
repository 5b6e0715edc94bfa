import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';

/** The sender's words and their meanings. Letter case, blanks, `-` and `_` are ignored. */
export type Vocabulary<T> = Readonly<Record<string, T>>;

/** Normalises a word, so that `No Data`, `no_data` and `NODATA` are equal. The sign of `-1` is kept. */
export function normaliseWord(word: string): string {
  return word.toLowerCase().replace(/(?!^-\d)[\s_-]+/g, '');
}

export function dictionary<T>(vocabulary: Vocabulary<T>): (word: string) => T | undefined {
  const meanings = new Map(
    Object.entries(vocabulary).map(([word, meaning]) => [normaliseWord(word), meaning]),
  );
  return (word) => meanings.get(word) ?? meanings.get(normaliseWord(word));
}

/** Returns a reader for the meaning of the first word of the vocabulary at these paths. */
export function word<T>(vocabulary: Vocabulary<T>, ...paths: readonly Path[]): Reader<T> {
  const meaningOf = dictionary(vocabulary);
  return firstAt(paths, (from) => {
    const text = textOf(from);
    return text === undefined ? undefined : meaningOf(text);
  });
}
