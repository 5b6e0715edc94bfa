import { settings } from './settings.js';

export interface MisspeltSetting {
  readonly name: string;
  /** The setting that it was probably meant to be. */
  readonly meant: string;
}

/** Where one more or less makes another word. */
const SHORT_NAME = 8;

/** Variables that are no setting and nearly have the name of one: what they say is not heard. */
export function misspeltSettings(env: NodeJS.ProcessEnv): readonly MisspeltSetting[] {
  const known = Object.keys(settings);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const plain = name.toUpperCase().replace(/^TOCSIN_/, '');
    const meant = known.find((setting) => distance(plain, setting) <= tolerance(setting));
    return meant === undefined || env[meant] !== undefined ? [] : [{ name, meant }];
  });
}

const tolerance = ({ length }: string): number => (length < SHORT_NAME ? 1 : 2);

/** How many characters must be inserted, left out, replaced or swapped with the next (optimal string alignment). */
function distance(from: string, to: string): number {
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
