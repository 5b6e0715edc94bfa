import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Copies the data and the password of a server, including their owner, which fs.cp of Node does not preserve. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const files = ['postgres', 'postgres-password'].map((name) => join(from, name));
  await promisify(execFile)('cp', ['-a', ...files, to]);
}
