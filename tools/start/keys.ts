import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StoredKey {
  readonly value: string;
  readonly path: string;
  /** Whether this start created the key. Only then is its value shown. */
  readonly created: boolean;
}

/** Returns the key in `<folder>/<name>`, which the first start creates. Only the owner of the file can read it. */
export async function readOrCreateKey(
  folder: string,
  name: string,
  generate: () => string,
): Promise<StoredKey> {
  const path = join(folder, name);
  try {
    await writeFile(path, `${generate()}\n`, { mode: 0o600, flag: 'wx' });
    return { value: await readKey(path), path, created: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { value: await readKey(path), path, created: false };
  }
}

async function readKey(path: string): Promise<string> {
  const value = (await readFile(path, 'utf8')).trim();
  if (value === '') throw new Error(`${path} is empty. Restore the key, or delete the file for a new one`);
  return value;
}

export const generateRootApiKey = (): string => randomBytes(32).toString('base64url');

export const generateEncryptionKey = (): string => randomBytes(32).toString('base64');
