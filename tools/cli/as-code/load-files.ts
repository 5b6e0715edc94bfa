import { globSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createChecker } from '#shared/as-code/explain-schema.js';
import { readFiles, type FileSet } from '#shared/as-code/read-files.js';
import type { VariableValue } from '#shared/as-code/variables.js';
import { checkout } from '../../start/checkout.js';
import { readInput } from '../arguments.js';
import { UsageError } from '../explain.js';
import { SCHEMA_FILE } from './config-schema.js';

/** Reads a file, all files of a folder, or standard input. @throws UsageError if there are none */
export async function loadFiles(path: string): Promise<FileSet> {
  const schema = JSON.parse(readFileSync(join(checkout(), SCHEMA_FILE), 'utf8')) as object;
  const files = await Promise.all(
    listFiles(path).map(async (name) => ({ name, text: await readInput(name) })),
  );
  return readFiles(files, { check: createChecker(schema), readVariable });
}

function listFiles(path: string): readonly string[] {
  if (path === '-') return ['-'];
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`${path} does not exist`);
  if (!found.isDirectory()) return [path];
  const all = globSync('**/*', { cwd: path })
    .filter((file) => !/(^|\/)(\.|node_modules(\/|$))/.test(file))
    .sort();
  // With --prune, the records of files that are not read would be removed.
  const link = all.find((file) => isLinkedFolder(join(path, file)));
  if (link !== undefined)
    throw new UsageError(
      `${join(path, link)} is a link to a folder, which is not read: put its files into ${path}`,
    );
  const files = all.filter((file) => /\.ya?ml$/.test(file));
  if (files.length === 0) throw new UsageError(`${path} contains no file *.yaml or *.yml`);
  return files.map((file) => join(path, file));
}

const isLinkedFolder = (path: string): boolean =>
  lstatSync(path).isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function readVariable(name: string, file: string): VariableValue {
  if (name.startsWith('file:')) {
    const path = name.slice('file:'.length);
    try {
      return { value: readFileSync(resolve(dirname(file), path), 'utf8').replace(/\r?\n$/, '') };
    } catch (error) {
      return { missing: `the file ${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? ''}` };
    }
  }
  const value = process.env[name];
  return value === undefined || value === ''
    ? { missing: `the environment variable ${name} is not set` }
    : { value };
}
