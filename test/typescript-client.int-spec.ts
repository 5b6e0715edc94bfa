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

it('the generated client matches docs/openapi.yaml', async () => {
  const check = run(process.execPath, ['clients/typescript/generate.js', '--check']);
  expect(await check).toMatchObject({ stderr: '' });
}, 60_000);

it('the client has every operation of docs/openapi.yaml', () => {
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

it('the client compiles on its own in strict mode', async () => {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'clients/typescript/tsconfig.json', '--noEmit'];
  expect(await run(process.execPath, tsc)).toMatchObject({ stdout: '' });
}, 60_000);

it('the client depends on the package versions that it is tested with', () => {
  const { dependencies } = manifest('package.json');
  for (const [name, version] of Object.entries(manifest('clients/typescript/package.json').dependencies))
    expect({ name, version: dependencies[name] }).toEqual({ name, version });
});
