import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { describe } from 'vitest';

/** Returns the path of `program` (a name or a path), if it is installed. */
export function findProgram(program: string): string | undefined {
  if (isAbsolute(program)) return existsSync(program) ? program : undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Returns whether `program` is installed. If not, prints a line that says how to install it; its tests are skipped. */
export function hasProgram(program: string, remedy: string): boolean {
  if (findProgram(program) !== undefined) return true;
  process.stderr.write(`Skipped, as ${program} is not installed: ${remedy}\n`);
  return false;
}

/** `describe` for tests that need `program`. */
export function requireProgram(program: string, remedy: string) {
  return hasProgram(program, remedy) ? describe : describe.skip;
}
