import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parseDelivery } from '#senders/plugin-api/parse-delivery.js';
import { createSampleDelivery } from '#senders/plugin-api/check-sample.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { isAsync, type AnyPlugin } from '#senders/plugin-api/plugin.js';
import { BUILT_IN_PLUGINS, withPackagePlugins } from '#senders/built-in.js';
import { findConformanceProblems } from '#senders/plugin-api/conformance.js';
import { loadPluginPackages } from './load-plugin-packages.js';

const TEMPLATE = fileURLToPath(new URL('../../../../../examples/plugin-template/plugin.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tocsin-plugins-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let packages = 0;
function writePackage(source: string): string {
  const directory = join(folder, `package-${(packages += 1)}`);
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  writeFileSync(join(directory, 'plugin.js'), source);
  return join(directory, 'plugin.js');
}
const createPluginSource = (changes: string) => `
  const plugin = { plugin_id: 'acme', version: '1.0.0', name: 'Acme', provider: 'acme', docs: '# Acme',
    optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
    samples: [{ name: 'one', body: '{"a":1}', expect: [{ outcome: 'EVENT', event: { event_key: 'k' } }] }],
    parse: () => [{ outcome: 'EVENT', event: { event_key: 'k', title: 't', raw_data: 1, pointer: '' } }] };
  export const plugins = [{ ...plugin, ${changes} }];`;

const parse = (plugin: AnyPlugin | undefined) => {
  if (plugin === undefined || isAsync(plugin)) throw new Error('no plugin that reads at once');
  return parseDelivery(plugin, createSampleDelivery({ name: '', body: '{"a":1}', expect: [] }), {});
};

describe('plugin packages', () => {
  it('are loaded and conform to their samples, like the template', async () => {
    const [plugin] = await loadPluginPackages([TEMPLATE]);
    expect(plugin).toMatchObject({ plugin_id: 'watchtower', version: '1.0.0' });
    if (plugin === undefined) return;
    expect(await findConformanceProblems(plugin, 2_000)).toEqual([]);
  });

  it('may hold an object of a class', async () => {
    const name = writePackage(`
      class Acme { plugin_id = 'acme'; version = '1.0.0'; name = 'Acme'; provider = 'acme'; docs = '# Acme';
        optionsSchema = { type: 'object', properties: {}, additionalProperties: false }; samples = [];
        #title = 'from within';
        parse() { return [{ outcome: 'EVENT', event: { event_key: 'k', title: this.#title } }]; } }
      export const plugins = [new Acme()];`);
    expect(parse((await loadPluginPackages([name]))[0])).toMatchObject([
      { outcome: 'EVENT', event: { title: 'from within', raw_data: { a: 1 } } },
    ]);
  });

  it.each([
    ['is not there', '@acme/no-such-package', 'cannot be loaded'],
    ['breaks while it is loaded', writePackage(`throw new Error('no luck')`), 'cannot be loaded: no luck'],
    ['exports nothing', writePackage(''), 'must export `plugins`'],
    ['exports no plugin', writePackage('export const plugins = [1]'), 'plugins[0]: must be object'],
    [
      'has no name',
      writePackage(createPluginSource('name: undefined')),
      "plugin acme 1.0.0: must have required property 'name'",
    ],
    ['has a bad id', writePackage(createPluginSource(`plugin_id: 'A b'`)), 'plugin_id must match pattern'],
    ['has a bad version', writePackage(createPluginSource(`version: 'one'`)), 'version one is not semver'],
    [
      'has an invalid schema',
      writePackage(
        createPluginSource(
          `optionsSchema: { type: 'object', additionalProperties: false, properties: { a: { type: 'x' } } }`,
        ),
      ),
      'optionsSchema is no JSON Schema',
    ],
    ['has no parse function', writePackage(createPluginSource(`parse: 1`)), 'parse must be a function'],
    [
      'does not conform to its sample',
      writePackage(createPluginSource(`parse: () => []`)),
      'sample "one", outcome 0: IGNORED',
    ],
    ['has no function as method', writePackage(createPluginSource('verify: 3')), 'verify must be a function'],
    [
      'has a version of a built-in plugin',
      writePackage(createPluginSource(`plugin_id: 'direct', version: '1.0.0'`)),
      'plugin direct 1.0.0 is there already',
    ],
    ['returns no outcomes', writePackage(createPluginSource(`parse: () => 7`)), 'sample "one"'],
  ])('fail with the name of a package that %s', async (_, name, why) => {
    const loading = loadPluginPackages([TEMPLATE, name], BUILT_IN_PLUGINS);
    await expect(loading).rejects.toThrow(`PLUGINS: ${name}`);
    await expect(loading).rejects.toThrow(why);
  });

  it('are recognised by auto by their confidence, and after known senders of the same confidence', async () => {
    const recognises = (confidenceSource: string) =>
      writePackage(createPluginSource(`recognises: ({ body }) => ${confidenceSource}`));
    const read = async (confidenceSource: string, body: string) => {
      const auto = withPackagePlugins(await loadPluginPackages([recognises(confidenceSource)])).find(
        ({ plugin_id }) => plugin_id === 'auto',
      );
      if (auto === undefined || isAsync(auto)) throw new Error('no auto');
      const [outcome] = parseDelivery(auto, createSampleDelivery({ name: '', body, expect: [] }), {});
      return outcome?.outcome === 'EVENT' ? outcome.event.additional_info?.['auto'] : outcome;
    };
    const beacon = '{"beacon":"b-17","title":"Smoke"}';
    expect(await read("'beacon' in body ? 0.9 : 0", beacon)).toEqual({
      recognised: 'acme',
      version: '1.0.0',
      sure: 0.9,
    });
    expect(await read('7', beacon)).toMatchObject({ recognised: 'acme', sure: 1 });
    for (const how of ['body.no.such', "'sure'", '-1', 'NaN'])
      expect(await read(how, beacon)).toMatchObject({ recognised: null });

    const alertmanager = JSON.stringify({
      ...{ version: '4', groupKey: 'g', status: 'firing', receiver: 'r' },
      alerts: [{ status: 'firing', labels: { alertname: 'Smoke' }, fingerprint: 'f' }],
    });
    const known = (await read('0', alertmanager)) as { recognised: string; sure: number };
    expect(known).toMatchObject({ recognised: 'prometheus' });
    expect(await read(`${known.sure}`, alertmanager)).toEqual(known);
    expect(known.sure).toBeLessThan(1);
    expect(await read('1', alertmanager)).toMatchObject({ recognised: 'acme', sure: 1 });
  });

  it('have their outcomes validated', async () => {
    const bad = `samples: [], parse: () => [{ outcome: 'EVENT', event: { event_key: 1 } }, null]`;
    const [plugin] = await loadPluginPackages([writePackage(createPluginSource(bad))]);
    expect(parse(plugin)).toMatchObject([
      { outcome: 'ERROR', reason: expect.stringContaining('event_key must be text') },
      { outcome: 'ERROR' },
    ]);
  });

  it('may get all headers, and have schemas with the same id in several versions', async () => {
    const schema = `{ $id: 'https://acme.example/options', type: 'object', properties: {}, additionalProperties: false }`;
    const source = (version: string) =>
      writePackage(createPluginSource(`version: '${version}', headers: 'ALL', optionsSchema: ${schema}`));
    const loaded = await loadPluginPackages([source('1.0.0'), source('2.0.0')]);
    expect(loaded.map(({ version, headers }) => [version, headers])).toEqual([
      ['1.0.0', 'ALL'],
      ['2.0.0', 'ALL'],
    ]);
  });

  it('may throw in any method: a sender gets 503, and a check fails', async () => {
    const broken = `() => { throw new Error('broken'); }`;
    const methods = ['authenticate', 'preflight', 'takesEmptyBody', 'verify', 'checkOptions'];
    const name = writePackage(createPluginSource(methods.map((method) => `${method}: ${broken}`).join(', ')));
    const [plugin] = await loadPluginPackages([name]);
    const request = { headers: {}, body: Buffer.from(''), received_at: new Date() };
    const unavailable = { code: 'ERROR_UNAVAILABLE', retryAfter: 5 };
    expect(() => plugin?.authenticate?.(request, {})).toThrow(expect.objectContaining(unavailable));
    expect(plugin?.preflight?.({ headers: {}, max_rate: null })).toBeUndefined();
    expect(plugin?.takesEmptyBody?.('', {})).toBe(false);
    expect(await plugin?.verify?.({})).toEqual([{ name: 'verify', ok: false, message: 'broken' }]);
    await expect(plugin?.checkOptions?.({})).rejects.toBeInstanceOf(PluginUnavailableError);
  });

  it('may return acknowledgements, which are validated', async () => {
    const given = [
      { event_key: 'k', by: 'Ada', occurred_at: '2026-11-20T10:00:00Z', pointer: '/a' },
      { event_key: 'k', acknowledged: false },
      { event_key: '', acknowledged: 'yes', by: 7, pointer: '/no/such' },
      undefined,
    ].map((acknowledgement) => ({ outcome: 'ACKNOWLEDGED', acknowledgement }));
    const gives = `samples: [], parse: () => ${JSON.stringify(given)}`;
    const [plugin] = await loadPluginPackages([writePackage(createPluginSource(gives))]);
    const nothing = { previous_event_key: null, by: null, comment: null, occurred_at: null, pointer: '' };
    expect(parse(plugin)).toEqual([
      {
        outcome: 'ACKNOWLEDGED',
        acknowledgement: {
          event_key: 'k',
          previous_event_key: null,
          acknowledged: true,
          by: 'Ada',
          comment: null,
          occurred_at: new Date('2026-11-20T10:00:00Z'),
          pointer: '/a',
        },
      },
      { outcome: 'ACKNOWLEDGED', acknowledgement: { ...nothing, event_key: 'k', acknowledged: false } },
      {
        outcome: 'ERROR',
        pointer: '',
        reason:
          'its acknowledgement is wrong: pointer must lead to a part of the body; event_key is required; ' +
          'acknowledged must be true or false; by must be text',
      },
      { outcome: 'ERROR', pointer: '', reason: 'its ACKNOWLEDGED has no acknowledgement' },
    ]);
  });

  it.each([
    ['another user', `{ by: 'Ada' }`, 'by is "Eve" instead of "Ada"'],
    ['another key', `{ event_key: 'other' }`, 'event_key is "k" instead of "other"'],
  ])('fail if a sample expects %s of an acknowledgement', async (_, wanted, why) => {
    const sample = `[{ name: 'one', body: '{}', expect: [{ outcome: 'ACKNOWLEDGED', acknowledgement: ${wanted} }] }]`;
    const ack = `{ outcome: 'ACKNOWLEDGED', acknowledgement: { event_key: 'k', by: 'Eve' } }`;
    const name = writePackage(createPluginSource(`samples: ${sample}, parse: () => [${ack}]`));
    await expect(loadPluginPackages([name])).rejects.toThrow(why);
  });
});
