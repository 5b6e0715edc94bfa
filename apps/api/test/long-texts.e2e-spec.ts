import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATORS } from '#shared/query/operators.js';
import { LONG_TEXTS, withLongText } from '#senders/plugin-api/long-texts.js';
import { BadInput } from './bad-input.js';
import { fullSample, type DescribedApi } from './full-sample.js';
import type { DocumentedOperation } from './operations.js';

/** Maximum CPU time of the main thread for one request, in milliseconds. It took 20 where the test was written. */
const MOST_MS = 100;
/** Bytes: the maximum sizes of a body and of the headers. */
const [BODY, HEAD] = [62_000, 15_000];
const TRIES = 3;

const TEXTS = [
  'slashes',
  'spaces',
  'words and spaces',
  'digits and dots',
  'brackets in pairs',
  'combining marks',
].map((name) => [name, LONG_TEXTS.get(name) ?? ''] as const);

/** The texts that are sent as parameters. Cut to the maximum size of headers, the others would differ only in length. */
const OVER_HTTP = new Set(['words and spaces', 'combining marks']);

let input: BadInput;
let document: DescribedApi;
let asked = 0;
const slow: string[] = [];
const failed: string[] = [];

beforeAll(async () => {
  input = await BadInput.start();
  document = (await input.target.api.call<DescribedApi>('GET', '/docs/openapi.json')).body;
  // Warms up: creates all that is created once per process.
  for (const operation of input.closed) await input.send(operation, {});
}, 60_000);
afterAll(() => input.target.close());

const fit = (text: string, most: number, length: (part: string) => number) =>
  text.slice(0, Math.floor((text.length * Math.min(most, length(text))) / length(text)));
const inJson = (text: string) => Buffer.byteLength(JSON.stringify(text));
const inUrl = (text: string) => encodeURIComponent(text).length;

/** Measures the CPU time of this thread, which runs the API. Other processes do not affect it. */
async function timed(
  ask: () => Promise<{ readonly status: number }>,
): Promise<{ ms: number; status: number }> {
  const before = process.threadCpuUsage();
  const { status } = await ask();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, status };
}

/** Expects that at least one of several tries is fast, because a garbage collection may slow down a single one. */
async function attack(what: string, ask: () => Promise<{ readonly status: number }>): Promise<void> {
  asked += 1;
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > MOST_MS; tries += 1) {
    const { ms, status } = await timed(ask);
    least = Math.min(least, ms);
    if (status >= 500) failed.push(`${status} ${what}`);
  }
  if (least > MOST_MS) slow.push(`${Math.round(least)} ms ${what}`);
}

async function overHttp({ method }: DocumentedOperation, path: string, body?: string) {
  const { api, mine } = input.target;
  const headers = { authorization: `Bearer ${mine.key}`, 'content-type': 'application/json' };
  const answer = await fetch(api.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  await answer.arrayBuffer();
  return answer;
}

const nameOf = ({ method, template }: DocumentedOperation) => `${method} ${template}`;

it('what takes too long would be noticed', async () => {
  const spaces = `${' '.repeat(60_000)}!`;
  await attack('a pattern that backtracks', async () => ({ status: /\s+$/.test(spaces) ? 200 : 500 }));
  expect([slow.splice(0).length, failed.splice(0).length]).toEqual([1, TRIES]);
});

describe('a long text holds nobody else up', () => {
  it('in any field of a body', async () => {
    const known = new Set<string>();
    for (const operation of input.withBody) {
      const path = input.target.pathOf(operation, input.target.mine.records);
      const sample = fullSample(document, operation.template, operation.method) ?? {};
      for (const [name, text] of TEXTS)
        for (const [at, body] of withLongText(sample, fit(text, BODY, inJson))) {
          // All lists, and all statistics, parse these fields with the same code, so they are tested once.
          const shared =
            /^\/(?:query|domain_id)/.test(at) && `${at} ${/\w+$/.exec(operation.template)?.[0]} ${name}`;
          if (shared && known.has(shared)) continue;
          if (shared) known.add(shared);
          await attack(`${nameOf(operation)} ${at}: ${name}`, () =>
            overHttp(operation, path, JSON.stringify(body)),
          );
        }
    }
    expect(asked).toBeGreaterThan(300);
    expect({ slow, failed }).toEqual({ slow: [], failed: [] });
  });

  it('in any condition of a query', async () => {
    const keys = { '/monitoring/v1/events/search': 'title', '/monitoring/v1/webhooks/search': 'name' };
    for (const [template, k] of Object.entries(keys)) {
      const operation = input.withBody.find((one) => one.template === template);
      if (operation === undefined) throw new Error(`no ${template}`);
      for (const [name, text] of TEXTS) {
        const v = fit(text, BODY, inJson);
        for (const o of OPERATORS)
          for (const value of [v, [v]])
            await attack(`${template} ${o}: ${name}`, () =>
              overHttp(operation, template, JSON.stringify({ query: { filter: [{ k, v: value, o }] } })),
            );
      }
    }
    expect({ slow, failed }).toEqual({ slow: [], failed: [] });
  });

  it.each(['query string', 'path'])('in any parameter of a %s', async (place) => {
    for (const operation of input.closed) {
      const right = input.target.pathOf(operation, input.target.mine.records);
      const [id] = Object.keys(operation.ids);
      for (const [name, text] of TEXTS) {
        // Over HTTP at most the maximum size of headers; without HTTP the whole text.
        const [short, long] = [HEAD, Infinity].map((most) => encodeURIComponent(fit(text, most, inUrl)));
        const urls = (value = '') =>
          place === 'path'
            ? id === undefined
              ? []
              : [operation.template.replace(`{${id}}`, value).replaceAll(/\{\w+\}/g, 'x')]
            : Object.keys(operation.queryFields).map((field) => `${right}?${field}=${value}`);
        for (const url of OVER_HTTP.has(name) ? urls(short) : [])
          await attack(`${nameOf(operation)} ${url.slice(0, 80)}: ${name}`, () => overHttp(operation, url));
        for (const url of urls(long))
          await attack(`${nameOf(operation)} ${url.slice(0, 80)}: ${name}`, () =>
            input.send(operation, { path: url, body: '{}' }),
          );
      }
    }
    expect({ slow, failed }).toEqual({ slow: [], failed: [] });
  });

  it('in the query of a list', async () => {
    for (const operation of input.closed.filter(({ queryFields }) => 'query' in queryFields))
      for (const [name, text] of TEXTS)
        for (const query of [
          { keyword: text },
          { sort: { key: text } },
          { filter: [{ k: text, v: text, o: 'eq' }] },
        ])
          await attack(`${nameOf(operation)} ${Object.keys(query)}: ${name}`, () =>
            input.send(operation, { query: `query=${encodeURIComponent(JSON.stringify(query))}` }),
          );
    expect({ slow, failed }).toEqual({ slow: [], failed: [] });
  });
});
