import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';

let server: Server;
let url: string;
let asked: IncomingMessage[] = [];
let answers: ((response: ServerResponse) => unknown)[] = [];

/** Replaces the service, which cannot be made to lose connections. */
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    (answers.shift() ?? refuse(500))(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const refuse = (status: number) => (response: ServerResponse) => response.writeHead(status).end();

function sendEvent(id: string, then: (response: ServerResponse) => unknown) {
  const event = {
    created_at: id,
    event_type: 'ALERT',
    severity: 'ERROR',
    title: id,
    resource: { name: 'r' },
  };
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`, () =>
      setTimeout(() => then(response), 50),
    );
  };
}

function tail(count: number, ...given: typeof answers) {
  asked = [];
  answers = given;
  const env = { TOCSIN_URL: url, TOCSIN_KEY: 'k', TOCSIN_DOMAIN: 'demo' };
  return runCli(['events', 'tail', '--count', String(count)], env);
}

describe('tocsin events tail', () => {
  it('resumes after the last event when the connection is lost, and reports it', async () => {
    const lost = sendEvent('one', (response) => response.destroy());
    const ended = sendEvent('two', (response) => response.end());
    const { code, out, err } = await tail(
      3,
      lost,
      refuse(503),
      refuse(502),
      ended,
      sendEvent('three', () => 0),
    );
    expect(code).toBe(0);
    expect(out.match(/^\w+/gm)).toEqual(['one', 'two', 'three']);
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([
      undefined,
      'one',
      'one',
      'one',
      'two',
    ]);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^The connection was lost \(.+\)\. Reconnecting\.$/),
      'Reconnected.',
      'The connection was lost (the service ended it). Reconnecting.',
      'Reconnected.',
    ]);
  });

  it('ends if the first connection is rejected for good or repeatedly', async () => {
    const away = [refuse(503), refuse(503), refuse(503)];
    expect(await tail(1, ...away)).toMatchObject({ code: 7, err: expect.stringContaining('503') as string });
    expect(await tail(1, refuse(401))).toMatchObject({
      code: 4,
      err: expect.stringContaining('TOCSIN_KEY') as string,
    });
    expect(await tail(1, refuse(403))).toMatchObject({ code: 4 });
    expect(
      await tail(
        1,
        refuse(502),
        sendEvent('one', () => 0),
      ),
    ).toMatchObject({ code: 0, err: '' });
  });

  it('ends if the key becomes invalid', async () => {
    const first = sendEvent('one', (response) => response.destroy());
    const { code, out } = await tail(2, first, refuse(401));
    expect({ code, lines: out.trimEnd().split('\n').length }).toEqual({ code: 4, lines: 1 });
  });
});
