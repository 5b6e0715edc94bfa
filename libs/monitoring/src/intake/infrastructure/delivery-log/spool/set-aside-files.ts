import { readdir } from 'node:fs/promises';
import type { SetAsideReason } from './spool-files.js';

const REASONS: readonly SetAsideReason[] = ['damaged', 'refused', 'torn', 'unreadable'];

/** Files of all processes that were set aside for somebody to look at. @throws when the folder cannot be read */
export async function countSetAside(root: string): Promise<{ reason: SetAsideReason; files: number }[]> {
  const names = await readdir(root, { recursive: true });
  return REASONS.map((reason) => ({
    reason,
    files: names.filter((name) => name.endsWith(`.spool.${reason}`)).length,
  }));
}
