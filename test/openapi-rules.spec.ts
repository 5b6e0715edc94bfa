import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const lint = async (document: Record<string, unknown>) => {
  const linter = new spectral.Spectral();
  linter.setRuleset(rulesets.oas as spectral.RulesetDefinition);
  const found = await linter.run(document);
  return found.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`);
};

describe('docs/openapi.yaml', () => {
  const document = parse(readFileSync('docs/openapi.yaml', 'utf8')) as Record<string, unknown>;

  it('has no warning by the OpenAPI rules of Spectral', async () => {
    expect(await lint(document)).toEqual([]);
  }, 60_000);

  it('would get a warning if it had no servers', async () => {
    expect(await lint({ ...document, paths: {}, webhooks: {}, components: {}, servers: [] })).toEqual([
      expect.stringContaining('oas3-api-servers'),
    ]);
  });
});
