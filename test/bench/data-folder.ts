import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file in the data folder with the number of events. It is written last, so that an incomplete fill is detected. */
const MARKER_FILE = 'filled-with';

/** Returns the number of events in the folder, or `undefined` if it has no data. @throws if an earlier fill was not completed */
export async function readEventCount(folder: string): Promise<number | undefined> {
  const marker = await readFile(join(folder, MARKER_FILE), 'utf8').catch(() => undefined);
  if (marker !== undefined) return Number(marker);
  if (!existsSync(join(folder, 'postgres')) && !existsSync(join(folder, 'postgres-home'))) return undefined;
  throw new Error(`${folder} has data, but not all of it: remove it, or name another one`);
}

export function writeEventCount(folder: string, events: number): Promise<void> {
  return writeFile(join(folder, MARKER_FILE), String(events));
}
