import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running Tocsin. Stop it, or choose another folder with DATA_DIR`,
    );
    this.name = 'FolderInUseError';
  }
}

/**
 * Locks `folder` until it is released or the process ends, even by a kill. The lock is a listening socket: unlike a
 * pid file, it cannot be stale or name a process that reuses the pid.
 * @returns releases the lock
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const name = process.platform === 'linux' ? `\0tocsin-${id}` : join(tmpdir(), `tocsin-${id}.sock`);
  const server =
    (await listen(name)) ?? ((await isAbandoned(name)) ? await rm(name).then(() => listen(name)) : null);
  if (server === null) throw new FolderInUseError(folder);
  server.unref();
  return () => server.close();
}

const listen = (name: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(name, () => resolve(server));
  });

/** Outside Linux the socket is a file, which remains when its process is killed. */
const isAbandoned = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(name, () => resolve(false)).once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' && !name.startsWith('\0')),
    );
    socket.once('close', () => socket.destroy());
  });
