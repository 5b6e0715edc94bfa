import { readdir } from 'node:fs/promises';
import type { WhyKept } from './spool-files.js';

const WHYS: readonly WhyKept[] = ['damaged', 'refused', 'torn', 'unreadable'];

/** How many files of all processes were put aside for somebody to look at. @throws when the folder cannot be read */
export async function countKeptFiles(root: string): Promise<{ why: WhyKept; files: number }[]> {
  const names = await readdir(root, { recursive: true });
  return WHYS.map((why) => ({
    why,
    files: names.filter((name) => name.endsWith(`.spool.${why}`)).length,
  }));
}
