import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Content } from '../http/responses/documents.js';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
};

const FILE_NAME = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)*$/;

/** Reads a file of the console, which `npm run build` creates. @throws ERROR_NOT_FOUND */
export async function readConsoleFile(name: string): Promise<Content> {
  const manifest = findPackageJSON('..', import.meta.url);
  const type = CONTENT_TYPES[extname(name)];
  if (!FILE_NAME.test(name) || type === undefined || manifest === undefined)
    throw DomainError.notFound('This part of the console');
  const bytes = await readFile(join(dirname(manifest), 'dist/console', name)).catch(() => {
    throw DomainError.notFound('This part of the console');
  });
  return { bytes, type };
}
