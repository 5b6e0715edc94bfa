import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const explanations: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Stop the process that uses it, or choose another port with PORT',
  EACCES: 'needs privileges that this account does not have. Choose a port above 1023 with PORT',
  EADDRNOTAVAIL: 'cannot be used: HOST is not an address of this machine',
  ENOTFOUND: 'cannot be used: the name in HOST cannot be resolved',
};

/** Checks that `port` is free and returns it; 0 finds any free port. Rejects if it is in use. */
export const tryPort = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, host, () => {
      const { port: boundPort } = server.address() as AddressInfo;
      server.close(() => resolve(boundPort));
    });
  });

/**
 * Waits until `port` is free and returns it.
 * @param timeoutMs how long to wait while another process uses the port
 * @throws an error of one line that says what to do
 */
export async function waitForPort(host: string, port: number, timeoutMs: number): Promise<number> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(100)) {
    try {
      return await tryPort(host, port);
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && Date.now() < deadline) continue;
      throw new Error(`Port ${port} on ${host} ${explanations[code] ?? `cannot be used: ${message}`}`, {
        cause: error,
      });
    }
  }
}

/** Returns `preferred` if it is free and not in `reserved`; otherwise any other such port. */
export async function findPort(
  host: string,
  preferred: number,
  reserved: readonly number[],
): Promise<number> {
  for (let port = preferred; ; port = 0) {
    const free = await tryPort(host, port).catch(() => null);
    if (free !== null && !reserved.includes(free)) return free;
  }
}

/** Returns the URL by which this machine reaches a server that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const address = loopbackOf[host] ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
