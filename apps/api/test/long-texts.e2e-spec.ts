import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATORS } from '#shared/query/parse-condition.js';
import { LONG_TEXTS, replaceEachText } from '#senders/plugin-api/long-texts.js';
import { BadInput } from './bad-input.js';
import { createFullSample, type DescribedApi } from './full-sample.js';
import type { DocumentedOperation } from './operations.js';

/** Maximum CPU time of the main thread for one request, in milliseconds. It took 20 where the test was written. */
const MAX_CPU_MS = 100;
/** Bytes: the maximum sizes of a body and of the headers. */
const [MAX_BODY_BYTES, MAX_HEADER_BYTES] = [62_000, 15_000];
const MAX_TRIES = 3;

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
let requestCount = 0;
const slow: string[] = [];
const failed: string[] = [];

beforeAll(async () => {
  input = await BadInput.start();
  document = (await input.target.api.call<DescribedApi>('GET', '/docs/openapi.json')).body;
  // Warms up: creates all that is created once per process.
  for (const operation of input.protectedOperations) await input.send(operation, {});
}, 60_000);
afterAll(() => input.target.close());

const cutToSize = (text: string, maxLength: number, length: (part: string) => number) =>
  text.slice(0, Math.floor((text.length * Math.min(maxLength, length(text))) / length(text)));
const jsonLength = (text: string) => Buffer.byteLength(JSON.stringify(text));
const urlLength = (text: string) => encodeURIComponent(text).length;

/** Measures the CPU time of this thread, which runs the API. Other processes do not affect it. */
async function measureCpu(
  ask: () => Promise<{ readonly status: number }>,
): Promise<{ ms: number; status: number }> {
  const before = process.threadCpuUsage();
  const { status } = await ask();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, status };
}

/** Expects that at least one of several tries is fast, because a garbage collection may slow down a single one. */
async function attack(description: string, ask: () => Promise<{ readonly status: number }>): Promise<void> {
  requestCount += 1;
  let fastest = Infinity;
  for (let tries = 0; tries < MAX_TRIES && fastest > MAX_CPU_MS; tries += 1) {
    const { ms, status } = await measureCpu(ask);
    fastest = Math.min(fastest, ms);
    if (status >= 500) failed.push(`${status} ${description}`);
  }
  if (fastest > MAX_CPU_MS) slow.push(`${Math.round(fastest)} ms ${description}`);
}

async function sendOverHttp({ method }: DocumentedOperation, path: string, body?: string) {
  const { api, mine } = input.target;
  const headers = { authorization: `Bearer ${mine.key}`, 'content-type': 'application/json' };
  const response = await fetch(api.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  await response.arrayBuffer();
  return response;
}

const describeOperation = ({ method, template }: DocumentedOperation) => `${method} ${template}`;

it('the measurement reports a request that takes too much CPU time', async () => {
  const spaces = `${' '.repeat(60_000)}!`;
  await attack('a pattern that backtracks', async () => ({ status: /\s+$/.test(spaces) ? 200 : 500 }));
  expect([slow.splice(0).length, failed.splice(0).length]).toEqual([1, MAX_TRIES]);
});

describe('the CPU time of a request with a long text', () => {
  it('is limited for any field of a body', async () => {
    const tested = new Set<string>();
    for (const operation of input.operationsWithBody) {
      const path = input.target.createPath(operation, input.target.mine.records);
      const sample = createFullSample(document, operation.template, operation.method) ?? {};
      for (const [name, text] of TEXTS)
        for (const [at, body] of replaceEachText(sample, cutToSize(text, MAX_BODY_BYTES, jsonLength))) {
          // All lists, and all statistics, parse these fields with the same code, so they are tested once.
          const shared =
            /^\/(?:query|domain_id)/.test(at) && `${at} ${/\w+$/.exec(operation.template)?.[0]} ${name}`;
          if (shared && tested.has(shared)) continue;
          if (shared) tested.add(shared);
          await attack(`${describeOperation(operation)} ${at}: ${name}`, () =>
            sendOverHttp(operation, path, JSON.stringify(body)),
          );
        }
    }
    expect(requestCount).toBeGreaterThan(300);
    expect({ slow, failed }).toEqual({ slow: [], failed: [] });
  });

  it('is limited for any condition of a query', async () => {
    const keys = { '/monitoring/v1/events/search': 'title', '/monitoring/v1/webhooks/search': 'name' };
    for (const [template, k] of Object.entries(keys)) {
      const operation = input.operationsWithBody.find((one) => one.template === template);
      if (operation === undefined) throw new Error(`no ${template}`);
      for (const [name, text] of TEXTS) {
        const v = cutToSize(text, MAX_BODY_BYTES, jsonLength);
        for (const o of OPERATORS)
          for (const value of [v, [v]])
            await attack(`${template} ${o}: ${name}`, () =>
              sendOverHttp(operation, template, JSON.stringify({ query: { filter: [{ k, v: value, o }] } })),
            );
      }
    }
    expect({ slow, failed }).toEqual({ slow: [], failed: [] });
  });

  it.each(['query string', 'path'])('is limited for any parameter of a %s', async (position) => {
    for (const operation of input.protectedOperations) {
      const validPath = input.target.createPath(operation, input.target.mine.records);
      const [id] = Object.keys(operation.ids);
      for (const [name, text] of TEXTS) {
        // Over HTTP at most the maximum size of headers; without HTTP the whole text.
        const [short, long] = [MAX_HEADER_BYTES, Infinity].map((maxLength) =>
          encodeURIComponent(cutToSize(text, maxLength, urlLength)),
        );
        const urls = (value = '') =>
          position === 'path'
            ? id === undefined
              ? []
              : [operation.template.replace(`{${id}}`, value).replaceAll(/\{\w+\}/g, 'x')]
            : Object.keys(operation.queryFields).map((field) => `${validPath}?${field}=${value}`);
        for (const url of OVER_HTTP.has(name) ? urls(short) : [])
          await attack(`${describeOperation(operation)} ${url.slice(0, 80)}: ${name}`, () =>
            sendOverHttp(operation, url),
          );
        for (const url of urls(long))
          await attack(`${describeOperation(operation)} ${url.slice(0, 80)}: ${name}`, () =>
            input.send(operation, { path: url, body: '{}' }),
          );
      }
    }
    expect({ slow, failed }).toEqual({ slow: [], failed: [] });
  });

  it('is limited for the query of a list', async () => {
    for (const operation of input.protectedOperations.filter(({ queryFields }) => 'query' in queryFields))
      for (const [name, text] of TEXTS)
        for (const query of [
          { keyword: text },
          { sort: { key: text } },
          { filter: [{ k: text, v: text, o: 'eq' }] },
        ])
          await attack(`${describeOperation(operation)} ${Object.keys(query)}: ${name}`, () =>
            input.send(operation, { query: `query=${encodeURIComponent(JSON.stringify(query))}` }),
          );
    expect({ slow, failed }).toEqual({ slow: [], failed: [] });
  });
});
