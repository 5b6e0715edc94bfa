import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates an empty folder that the account of PostgreSQL can pass through. */
export async function createTestFolder(purpose: string): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), `tocsin-${purpose}-`));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
