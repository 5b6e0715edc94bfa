import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Says in a data folder how many events it was filled with; written last, so that half of a fill does not count. */
const NOTE = 'filled-with';

/** How many events are in it already. @throws for a folder that another fill did not come to the end of */
export async function filledBefore(folder: string): Promise<number | undefined> {
  const note = await readFile(join(folder, NOTE), 'utf8').catch(() => undefined);
  if (note !== undefined) return Number(note);
  if (!existsSync(join(folder, 'postgres')) && !existsSync(join(folder, 'postgres-home'))) return undefined;
  throw new Error(`${folder} has data, but not all of it: remove it, or name another one`);
}

export function noteFilled(folder: string, events: number): Promise<void> {
  return writeFile(join(folder, NOTE), String(events));
}
