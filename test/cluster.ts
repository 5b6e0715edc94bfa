import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What makes a server: its data and its password. With their owner, which Node's own means of copying do not keep. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const files = ['postgres', 'postgres-password'].map((name) => join(from, name));
  await promisify(execFile)('cp', ['-a', ...files, to]);
}
