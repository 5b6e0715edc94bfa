import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkout } from '../../start/checkout.js';
import { createConfigSchema, SCHEMA_FILE } from './config-schema.js';
import type { Info } from '#shared/as-code/kind.js';

const read = (path: string) => readFileSync(join(checkout(), path), 'utf8');

it('the schema in the repository is that of the API document; npm run docs:config writes it', () => {
  const schema = createConfigSchema(parse(read('docs/openapi.yaml')) as Info);
  expect(JSON.parse(read(SCHEMA_FILE))).toEqual(schema);
});

it('has no references, so that every editor reads it', () => {
  expect(read(SCHEMA_FILE)).not.toContain('$ref');
});
