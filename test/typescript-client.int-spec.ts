import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { operationTable } from '#client';

const run = promisify(execFile);

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}
const manifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

it('is the client of docs/openapi.yaml', async () => {
  const check = run(process.execPath, ['clients/typescript/generate.js', '--check']);
  expect(await check).toMatchObject({ stderr: '' });
}, 60_000);

it('has every operation of the document', () => {
  const document = parse(readFileSync('docs/openapi.yaml', 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [[operationId, method, path]],
    ),
  );
  expect(documented.length).toBeGreaterThan(60);
  const called = Object.entries(operationTable).map(([id, { method, path }]) => [id, method, path]);
  expect(called.toSorted()).toEqual(documented.toSorted());
});

it('compiles strictly, by itself', async () => {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'clients/typescript/tsconfig.json', '--noEmit'];
  expect(await run(process.execPath, tsc)).toMatchObject({ stdout: '' });
}, 60_000);

it('needs the packages that it is tested with', () => {
  const { dependencies } = manifest('package.json');
  for (const [name, version] of Object.entries(manifest('clients/typescript/package.json').dependencies))
    expect({ name, version: dependencies[name] }).toEqual({ name, version });
});
