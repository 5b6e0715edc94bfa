import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { outgoing, testNotice } from '../../test/notices.js';
import { recordingHttp } from '../../test/recording-http.js';
import { loadProtocolPackages } from './load-protocol-packages.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-protocols-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let packages = 0;
function writePackage(source: string): string {
  const path = join(folder, `protocol-${(packages += 1)}.mjs`);
  writeFileSync(path, source);
  return path;
}
const withChanges = (changes: string) =>
  writePackage(`export const protocols = (http) => [{
    protocol_id: 'pigeon', name: 'Pigeon', description: 'By air.', isSigned: false, sendsEveryChange: false,
    optionsSchema: { type: 'object', additionalProperties: false, properties: { url: { type: 'string' } } },
    send: async ({ message, options }) => {
      const { status } = await http.post(options.url, {}, Buffer.from(message.type));
      return { verdict: { outcome: 'sent' }, status, answer: null };
    }, ${changes} }];`);
const { http, requests } = recordingHttp(() => ({ status: 202 }));

it('loads protocols, which send with the HTTP client that they are given', async () => {
  const [pigeon] = await loadProtocolPackages([withChanges('')], http);
  const result = await pigeon?.send(outgoing(testNotice(), { url: 'https://example.com/' }));
  expect(result).toMatchObject({ verdict: { outcome: 'sent' }, status: 202 });
  expect(requests).toMatchObject([{ url: 'https://example.com/', text: 'subscription.test' }]);
});

it.each([
  ['@acme/no-such-package', 'cannot be loaded'],
  [writePackage('export const protocols = []'), 'must export `protocols`, a function'],
  [writePackage('export const protocols = () => [1]'), 'a protocol must be an object'],
  [withChanges(`protocol_id: 'A b'`), 'protocol_id must be'],
  [withChanges('name: 1'), 'protocol pigeon: name and description must be texts'],
  [withChanges('send: 1'), 'protocol pigeon: send must be a function'],
  [withChanges(`optionsSchema: { type: 'x' }`), 'optionsSchema is no JSON Schema'],
])('%s is refused: %s', async (name, reason) => {
  const loading = loadProtocolPackages([name], http);
  await expect(loading).rejects.toThrow(`PROTOCOLS: ${name}`);
  await expect(loading).rejects.toThrow(reason);
});
