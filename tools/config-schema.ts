import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createConfigSchema, SCHEMA_FILE } from './cli/as-code/config-schema.js';
import { checkout } from './start/checkout.js';

const document = parse(readFileSync(join(checkout(), 'docs/openapi.yaml'), 'utf8')) as Record<
  string,
  unknown
>;
writeFileSync(join(checkout(), SCHEMA_FILE), `${JSON.stringify(createConfigSchema(document), null, 2)}\n`);
