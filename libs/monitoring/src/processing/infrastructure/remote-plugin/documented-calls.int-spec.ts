import { readFile } from 'node:fs/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startRemote, type Asked, type RemoteService } from '../../../../test/remote-service.js';
import { createSampleDelivery } from '#senders/plugin-api/check-sample.js';
import { parseDeliveryBody } from '#senders/body/parse-delivery-body.js';
import { createHttpPlugin } from '#senders/systems/http/plugin.js';
import { SignedRemoteClient } from './signed-remote-client.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
/** Headers that HTTP itself needs. */
const OF_HTTP = ['accept', 'connection', 'content-length', 'content-type', 'host'];

interface Call {
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly schema: object }[];
  readonly requestBody: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<
  Record<string, { readonly schema: { readonly $ref: string }; readonly example: unknown }>
>;
interface Document {
  readonly webhooks: Readonly<Record<string, { readonly post: Call }>>;
  readonly components: object;
}

let document: Document;
let ajv: Ajv2020;
let service: RemoteService;
let remote: SignedRemoteClient;
let answer: { status?: number; text?: string };

beforeAll(async () => {
  document = parse(await readFile('docs/openapi.yaml', 'utf8')) as Document;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://tocsin.test/api', components: document.components });
  service = await startRemote(() => answer);
  remote = new SignedRemoteClient({ allow: ['127.0.0.0/8'] });
});
afterAll(async () => {
  remote.onApplicationShutdown();
  await service.close();
});

const callOf = (path: string) => document.webhooks[`remote_plugin_${path}`]?.post as Call;
const validatorOf = (content: Content | undefined): ValidateFunction =>
  ajv.compile({ $ref: `https://tocsin.test/api${content?.['application/json']?.schema.$ref}` });
const exampleIn = (call: Call) => call.responses['200']?.content?.['application/json']?.example;
const options = () => ({ url: service.url, secret: SECRET });

async function parseBody(text: string, type = 'application/json') {
  const read = parseDeliveryBody(Buffer.from(text), type);
  if (!read.ok) throw new Error(read.reason);
  const delivery = {
    ...createSampleDelivery({ name: '', body: '{}', expect: [] }),
    body: read.body,
    content_type: type,
  };
  return createHttpPlugin(remote).parseAsync(delivery, options());
}

function expectAsDocumented(call: Call, { headers, body }: Asked): void {
  const isRight = validatorOf(call.requestBody.content);
  isRight(JSON.parse(body));
  expect(isRight.errors).toBeNull();
  const documented = call.parameters.map(({ name }) => name);
  expect(Object.keys(headers).toSorted()).toEqual([...OF_HTTP, ...documented].toSorted());
  for (const { name, schema } of call.parameters)
    expect([name, ajv.validate(schema, headers[name])]).toEqual([name, true]);
  expect(() => new Webhook(SECRET).verify(body, headers as Record<string, string>)).not.toThrow();
}

describe('the API document on calls to remote plugins', () => {
  it.each([
    ['{"text":"disk full","n":12345678901234567890}', 'application/json'],
    ['[1,null,"a"]', 'application/json'],
    ['a=1&b=2', 'application/x-www-form-urlencoded'],
  ])('describes the request for %s, and its example response is accepted', async (text, type) => {
    const call = callOf('parse');
    answer = { text: JSON.stringify(exampleIn(call)) };
    const outcomes = await parseBody(text, type);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['EVENT', 'ACKNOWLEDGED', 'IGNORED', 'ERROR']);
    expectAsDocumented(call, service.asked.at(-1) as Asked);
    expect(service.asked.at(-1)?.path).toBe('/parse');
  });

  it('describes the verify request, and its example response is accepted', async () => {
    const call = callOf('verify');
    answer = { text: JSON.stringify(exampleIn(call)) };
    expect(await createHttpPlugin(remote).verify?.(options())).toMatchObject([{ ok: true }, { ok: true }]);
    expectAsDocumented(call, service.asked.at(-1) as Asked);
    expect(service.asked.at(-1)?.path).toBe('/verify');
  });

  it('lists the statuses that refuse a delivery; others mean that the plugin is unavailable', async () => {
    const { responses } = callOf('parse');
    for (const status of [400, 401, 403, 404, 409, 413, 422, 429, 500]) {
      answer = { status, text: 'no' };
      const read = await parseBody('{}').catch((error: Error) => error.name);
      expect([status, read]).toEqual([
        status,
        String(status) in responses
          ? [{ outcome: 'ERROR', pointer: '', reason: `the remote plugin refused it: ${status}: no` }]
          : 'PluginUnavailableError',
      ]);
    }
  });

  it('has a schema that accepts and rejects responses like the plugin', () => {
    const isRight = validatorOf(callOf('parse').responses['200']?.content);
    const said = (event: object) => isRight({ outcomes: [{ outcome: 'EVENT', event }] });
    expect(said({ event_key: 'k', event_type: 'RECOVERY', resource: null, pointer: '' })).toBe(true);
    expect(said({ event_key: 'k', title: 't', severity: 'BAD' })).toBe(false);
    expect(said({ title: 't' })).toBe(false);
    expect(isRight({ outcomes: [{ outcome: 'PERHAPS' }] })).toBe(false);
    expect(isRight({})).toBe(false);
  });
});
