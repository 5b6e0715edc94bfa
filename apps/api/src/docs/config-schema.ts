import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { DomainError } from '#shared/kernel/domain-error.js';

/** Returns the JSON Schema of configuration files. @throws ERROR_NOT_FOUND if it is not installed */
export async function readConfigSchema(): Promise<string> {
  const manifest = findPackageJSON('..', import.meta.url);
  if (manifest === undefined) throw DomainError.notFound('The schema');
  return readFile(join(dirname(manifest), 'docs/tocsin.schema.json'), 'utf8');
}
