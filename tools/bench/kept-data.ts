import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file in the data folder with the number of events. It is written last, so that an incomplete fill is detected. */
const NOTE = 'filled-with';

/** Returns the number of events in the folder, or `undefined` if it has no data. @throws if an earlier fill was not completed */
export async function filledBefore(folder: string): Promise<number | undefined> {
  const note = await readFile(join(folder, NOTE), 'utf8').catch(() => undefined);
  if (note !== undefined) return Number(note);
  if (!existsSync(join(folder, 'postgres')) && !existsSync(join(folder, 'postgres-home'))) return undefined;
  throw new Error(`${folder} has data, but not all of it: remove it, or name another one`);
}

export function noteFilled(folder: string, events: number): Promise<void> {
  return writeFile(join(folder, NOTE), String(events));
}
