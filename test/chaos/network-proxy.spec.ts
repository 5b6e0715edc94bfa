import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NetworkProxy } from './network-proxy.js';

it('keeps the order of bytes while the delay changes', async () => {
  let received = '';
  const server = createServer((socket) => socket.on('data', (bytes) => (received += bytes.toString())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const network = await NetworkProxy.start((server.address() as AddressInfo).port);
  const socket = connect(network.port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  let sent = '';
  for (let n = 0; n < 400; n += 1) {
    network.delay = n % 20 < 10 ? 11 : 0;
    socket.write(`${n} `);
    sent += `${n} `;
    await sleep(1);
  }
  socket.end();
  await expect.poll(() => received.length, { timeout: 5_000 }).toBe(sent.length);
  expect(received).toBe(sent);
  network.close();
  server.close();
});
