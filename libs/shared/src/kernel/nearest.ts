/** Words up to here may differ in one place: in two it would be another word. */
const SHORT = 8;
/** The comparison takes the product of the lengths. */
const MOST_COMPARED = 64;

const toleranceOf = ({ length }: string): number => (length < SHORT ? 1 : 2);

/** The word that was probably meant, whatever its case; `undefined` when none is near. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  if (given.length > MOST_COMPARED) return undefined;
  const plain = given.toLowerCase();
  const near = words
    .map((word) => ({ word, away: distance(plain, word.toLowerCase()) }))
    .filter(({ word, away }) => away <= toleranceOf(word) && away < word.length - 1);
  return near.sort((a, b) => a.away - b.away)[0]?.word;
}

/** `; did you mean X?`, to end a sentence; nothing when no word is near. */
export function didYouMean(given: unknown, words: readonly string[]): string {
  const near = typeof given === 'string' ? nearest(given, words) : undefined;
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** How many characters must be inserted, left out, replaced or swapped with the next (optimal string alignment). */
export function distance(from: string, to: string): number {
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
