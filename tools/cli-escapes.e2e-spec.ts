import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachConcurrently, runCli } from '#test/cli.js';

/** Controls that clear the screen, change colours, reverse the direction of text, end lines or overwrite them. */
const CONTROLS = '\u001B[2J\u009B31m\u0085\u007F\u202Eevil\u2066\u200F\u061C\u2028\u2029\u0007\b\r';
const HOSTILE_TEXT = `before ${CONTROLS} behind`;
const LEFT = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

let server: Server;
let url: string;
let status = 200;

const RECORD = {
  event_id: HOSTILE_TEXT,
  created_at: HOSTILE_TEXT,
  event_type: HOSTILE_TEXT,
  severity: HOSTILE_TEXT,
  title: HOSTILE_TEXT,
  name: HOSTILE_TEXT,
  webhook_id: HOSTILE_TEXT,
  resource: { name: HOSTILE_TEXT },
  plugin_info: { plugin_id: HOSTILE_TEXT, version: HOSTILE_TEXT },
  health: { last_error: HOSTILE_TEXT },
  rule: HOSTILE_TEXT,
  reason: HOSTILE_TEXT,
  user_id: HOSTILE_TEXT,
  docs: `${HOSTILE_TEXT}\n${HOSTILE_TEXT}`,
  options_schema: { properties: { [HOSTILE_TEXT]: { type: HOSTILE_TEXT, description: HOSTILE_TEXT } } },
  samples: [{ name: HOSTILE_TEXT, expect: [], body: '{}' }],
  webhook_url: `http://x/${HOSTILE_TEXT}`,
};

beforeAll(async () => {
  server = createServer((request, response) => {
    if (status !== 200) {
      const errors = [HOSTILE_TEXT, HOSTILE_TEXT].map((text) => ({ field: text, reason: text }));
      const problem = {
        status,
        code: HOSTILE_TEXT,
        title: HOSTILE_TEXT,
        detail: `${HOSTILE_TEXT}\nTocsin is well.`,
        errors,
      };
      return response.writeHead(status, { 'content-type': 'application/problem+json' }).end(json(problem));
    }
    if (request.url?.includes('/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const reason = json({ reason: HOSTILE_TEXT });
      return response.write(`id: 1\nevent: reset\ndata: ${reason}\n\nid: 2\ndata: ${json(RECORD)}\n\n`);
    }
    const list = { results: [RECORD], total_count: 1 };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(json({ ...RECORD, ...list }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json = (value: unknown) => JSON.stringify(value);
const run = (command: string) =>
  runCli(command.split(' '), { TOCSIN_URL: url, TOCSIN_KEY: 'k', TOCSIN_DOMAIN: 'demo' });

const COMMANDS = [
  'events search',
  'events get event_x',
  'events tail --count 1',
  'alerts list',
  'webhooks list',
  'quarantine list',
  'keys list',
  'plugins list',
  'plugins show auto',
  'doctor',
];

it('control characters in responses are escaped', async () => {
  status = 200;
  await forEachConcurrently(COMMANDS, async (command) => {
    const { out, err } = await run(command);
    expect({ command, found: LEFT.exec(out + err) }).toEqual({ command, found: null });
    expect({ command, text: out + err }).toMatchObject({
      text: expect.stringContaining(String.raw`\u001b[2J\u009b31m\u0085\u007f\u202eevil`),
    });
  });
});

it('control characters in errors are escaped, and no text starts a line of its own', async () => {
  status = 409;
  await forEachConcurrently(
    ['events search', 'events get event_x', 'events tail', 'doctor'],
    async (command) => {
      const { code, out, err } = await run(command);
      expect({ command, code, found: LEFT.exec(out + err) }).toEqual({ command, code, found: null });
      expect(out + err).toContain(String.raw`\u202eevil`);
      expect(out + err).not.toMatch(/^Tocsin is well/m);
    },
  );
});

it('control characters in JSON output are escaped without changing its values', async () => {
  status = 200;
  for (const command of ['--json events get event_x', '--json events tail --count 1']) {
    const { out } = await run(command);
    expect(LEFT.exec(out)).toBeNull();
    expect(JSON.stringify(JSON.parse(out))).toContain(json(HOSTILE_TEXT).slice(1, -1));
  }
});
