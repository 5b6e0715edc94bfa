/** Words shorter than this may differ in one place. Two differences in a short word make another word. */
const SHORT_WORD_LENGTH = 8;
/** The longest text that is compared, in characters: the time grows with the product of both lengths. */
const MAX_COMPARED_LENGTH = 64;

const getTolerance = ({ length }: string): number => (length < SHORT_WORD_LENGTH ? 1 : 2);

/** Returns the word that was probably meant, regardless of case; `undefined` if none is near. */
export function findNearest(input: string, words: readonly string[]): string | undefined {
  if (input.length > MAX_COMPARED_LENGTH) return undefined;
  const lowerCased = input.toLowerCase();
  const candidates = words
    .map((word) => ({ word, away: editDistance(lowerCased, word.toLowerCase()) }))
    .filter(({ word, away }) => away <= getTolerance(word) && away < word.length - 1);
  return candidates.sort((a, b) => a.away - b.away)[0]?.word;
}

/** Returns `; did you mean X?` to end a sentence with, or an empty text if no word is near. */
export function didYouMean(input: unknown, words: readonly string[]): string {
  const near = typeof input === 'string' ? findNearest(input, words) : undefined;
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** Returns how many characters must be inserted, deleted, replaced or swapped with the next one (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + Number(!isSame),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, above] = [above, current];
  }
  return above[to.length] ?? 0;
}
