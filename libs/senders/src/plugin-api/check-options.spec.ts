import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Plugin } from './plugin.js';
import { checkOptions, findOptionErrors, secretOptionNames } from './check-options.js';
import { prometheus } from '../systems/prometheus/plugin.js';
import { restoreSecrets, maskSecrets, splitSecrets } from './secret-options.js';

const remote: Plugin = {
  ...prometheus,
  plugin_id: 'remote',
  optionsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    properties: {
      url: { type: 'string', format: 'uri' },
      mode: { enum: ['fast', 'safe'] },
      secret: { type: 'string', minLength: 8, writeOnly: true },
      region: { type: 'string', pattern: '^[a-z]+-\\d$', description: 'a name and a digit, like eu-1' },
      retry: {
        type: 'object',
        additionalProperties: false,
        properties: { times: { type: 'integer', maximum: 5 }, 'a/b': { type: 'boolean' } },
      },
      hosts: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$', description: 'a name' } },
      labels: {
        type: 'object',
        propertyNames: { pattern: '^(?!host$)[a-z]+$', description: 'lower-case letters, but not host' },
        additionalProperties: { type: 'string' },
      },
      tags: { type: 'object', propertyNames: { maxLength: 3 } },
    },
  },
};

describe('options of a plugin', () => {
  it('pass when they match its schema', () => {
    expect(findOptionErrors(remote, { url: 'https://x.example', mode: 'safe', retry: { times: 2 } })).toEqual(
      [],
    );
    expect(findOptionErrors(prometheus, {})).toEqual([]);
  });

  it.each([
    [{}, 'plugin_info.options.url', 'is required'],
    [{ url: 'nowhere' }, 'plugin_info.options.url', 'must match format "uri"'],
    [{ url: 'x:y', mode: 'slow' }, 'plugin_info.options.mode', 'must be one of fast, safe'],
    [
      { url: 'x:y', ulr: 1 },
      'plugin_info.options.ulr',
      'is unknown; allowed are url, mode, secret, region, retry, hosts, labels, tags',
    ],
    [
      { url: 'x:y', region: 'EU' },
      'plugin_info.options.region',
      'must match pattern "^[a-z]+-\\d$": a name and a digit, like eu-1',
    ],
    [{ url: 'x:y', retry: { times: 9 } }, 'plugin_info.options.retry.times', 'must be <= 5'],
    [{ url: 'x:y', retry: { 'a/b': 1 } }, 'plugin_info.options.retry.a/b', 'must be boolean'],
    [
      { url: 'x:y', hosts: ['a', 'B'] },
      'plugin_info.options.hosts.1',
      'must match pattern "^[a-z]+$": a name',
    ],
    [
      { url: 'x:y', labels: { host: 'h' } },
      'plugin_info.options.labels.host',
      'is not an allowed name: lower-case letters, but not host',
    ],
    [{ url: 'x:y', tags: { long: 1 } }, 'plugin_info.options.tags.long', 'is not an allowed name'],
    [{ url: 'x:y', retry: { often: 9 } }, 'plugin_info.options.retry.often', 'is unknown; remove it'],
  ])('are rejected: %j, because %s %s', (options, field, reason) => {
    expect(findOptionErrors(remote, options)).toEqual([{ field, reason }]);
  });

  it('are rejected by an error that names all invalid ones', () => {
    expect(() => checkOptions(prometheus, { a: 1, b: 2 }, 'options')).toThrow(
      expect.objectContaining({
        code: 'ERROR_INVALID_PARAMETER',
        errors: [
          { field: 'options.a', reason: 'is unknown; plugin prometheus has no options' },
          { field: 'options.b', reason: 'is unknown; plugin prometheus has no options' },
        ],
      }),
    );
    expect(() => checkOptions(remote, {})).toThrow(DomainError);
  });
});

describe('secret options', () => {
  const all = { url: 'https://x.example', secret: 'open sesame' };
  const split = splitSecrets(remote, all);

  it('are the options marked writeOnly, stored separately and shown masked', () => {
    expect(secretOptionNames(remote)).toEqual(['secret']);
    expect(split).toEqual({
      options: { url: 'https://x.example' },
      secret_options: { secret: 'open sesame' },
    });
    expect(maskSecrets(split)).toEqual({ url: 'https://x.example', secret: '***' });
    expect(maskSecrets(splitSecrets(remote, { url: 'x:y' }))).toEqual({ url: 'x:y' });
  });

  it('keep their values if the mask is sent back', () => {
    const changed = { url: '***', secret: '***' };
    expect(restoreSecrets(remote, changed, split.secret_options)).toEqual({
      url: '***',
      secret: 'open sesame',
    });
    expect(restoreSecrets(remote, { url: 'x:y', secret: 'another one' }, split.secret_options)).toEqual({
      url: 'x:y',
      secret: 'another one',
    });
    expect(restoreSecrets(remote, { url: 'x:y', secret: '***' }, {})).toEqual({ url: 'x:y' });
  });

  it('are asked for again when another host would get them, and only then', () => {
    const elsewhere = { url: 'https://y.example', secret: '***' };
    expect(restoreSecrets(remote, { ...all, secret: '***' }, all)).toEqual(all);
    expect(() => restoreSecrets(remote, elsewhere, all)).toThrow(/secrets again/);
    expect(restoreSecrets(remote, elsewhere, split.options)).toEqual({ url: 'https://y.example' });
  });
});
