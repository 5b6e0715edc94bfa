import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { DomainError } from '#shared/kernel/domain-error.js';

export interface ConsoleFile {
  readonly content: Buffer;
  readonly type: string;
  /** Whether the name contains a hash of the content, so that it may be cached for ever. */
  readonly isVersioned: boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const FILE_NAME = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)*$/;

/** Reads a file of the console, which `npm run build` creates. @throws ERROR_NOT_FOUND */
export async function readConsoleFile(name: string): Promise<ConsoleFile> {
  const manifest = findPackageJSON('..', import.meta.url);
  const type = CONTENT_TYPES[extname(name)];
  if (!FILE_NAME.test(name) || type === undefined || manifest === undefined)
    throw DomainError.notFound('This part of the console');
  const content = await readFile(join(dirname(manifest), 'dist/console', name)).catch(() => {
    throw DomainError.notFound('This part of the console');
  });
  return { content, type, isVersioned: name.startsWith('assets/') };
}
