import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPort, waitForPort, localUrl, tryPort } from './ports.js';

describe('ports', () => {
  const host = '127.0.0.1';
  let other: Server;
  let taken: number;

  beforeAll(async () => {
    taken = await tryPort(host, 0);
    other = createServer();
    await new Promise<void>((resolve) => void other.listen(taken, host, resolve));
  });

  afterAll(() => void other.close());

  it('findPort returns another port if the port is in use', async () => {
    const port = await findPort(host, taken, []);
    expect(port).not.toBe(taken);
    expect(await findPort(host, port, [taken])).toBe(port);
    expect(await findPort(host, port, [port])).not.toBe(port);
  });

  it('waitForPort rejects an unavailable port or address and names its setting', async () => {
    await expect(waitForPort(host, taken, 0)).rejects.toThrow(
      /^Port \d+ on 127\.0\.0\.1 is in use\. .*PORT$/,
    );
    await expect(waitForPort('192.0.2.1', 0, 0)).rejects.toThrow(/HOST is not an address of this machine/);
  });

  it('waitForPort waits until the port is free', async () => {
    setTimeout(() => other.close(), 50);
    expect(await waitForPort(host, taken, 2000)).toBe(taken);
  });

  it('localUrl returns an address that reaches this machine', () => {
    expect(localUrl('0.0.0.0', 1)).toBe('http://127.0.0.1:1');
    expect(localUrl('::', 1)).toBe('http://[::1]:1');
    expect(localUrl('tocsin.local', 1)).toBe('http://tocsin.local:1');
  });
});
