import { execFile, execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder, type TestFolder } from './folder.js';
import { HEY_API, OPENAPI_FETCH, PYTHON, PYTHON_MESSAGES } from './generated-clients/programs.js';
import { rootApiKey } from './processes.js';
import { findProgram } from './requirements.js';
import { startService, type Service } from './service.js';

const run = promisify(execFile);
const MINUTES = 180_000;

let service: Service;
let document: string;
const folders: TestFolder[] = [];

beforeAll(async () => {
  service = await startService();
  document = await (await fetch(`${service.api.url}/docs/openapi.json`)).text();
});
afterAll(async () => {
  await Promise.all(folders.map((folder) => folder.remove()));
  await service?.stop();
});

/** Creates an empty project with the OpenAPI document and the packages of this repository. */
async function createProject(): Promise<string> {
  const folder = await createTestFolder('client');
  folders.push(folder);
  await writeFile(join(folder.path, 'openapi.json'), document);
  await symlink(resolve('node_modules'), join(folder.path, 'node_modules'));
  return folder.path;
}

const settings = (name: string) => ({ url: service.api.url, key: rootApiKey, domain_id: 'demo', name });

/** Type-checks and runs the program. Returns its output. */
async function runTypeScript(folder: string, name: string, program: string): Promise<unknown> {
  const constants = Object.entries(settings(name)).map(
    ([constant, value]) => `export const ${constant} = ${JSON.stringify(value)};`,
  );
  await writeFile(join(folder, 'service.ts'), constants.join('\n'));
  await writeFile(join(folder, 'main.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const tsc = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  expect(tsc.stdout).toBe('');
  const bundle = await rolldown({ input: join(folder, 'main.ts'), platform: 'node', cwd: folder });
  await bundle.write({ file: join(folder, 'main.mjs') });
  return outputOf(await run(process.execPath, [join(folder, 'main.mjs')]));
}

const outputOf = ({ stdout }: { stdout: string }): unknown => JSON.parse(stdout);

const does = (name: string) => ({
  status: 'PROCESSED',
  titles: ['Disk of db-3 is full'],
  rows: [{ severity: 'CRITICAL', events: 1 }],
  partial: { name },
  left: 7,
});

/** Returns whether Python and python-dateutil, which the generated messages use, are installed. */
function hasPython(): boolean {
  try {
    execFileSync(findProgram('python3') ?? 'python3', ['-c', 'import dateutil.parser'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(
      'Skipped, as python3 with dateutil is not installed: apt-get install python3-dateutil\n',
    );
    return false;
  }
}

describe('a client generated from the API document', () => {
  it(
    'runs the main use case with openapi-typescript',
    async () => {
      const folder = await createProject();
      const types = await openapiTS(JSON.parse(document) as OpenAPI3);
      await writeFile(join(folder, 'schema.ts'), astToString(types));
      expect(await runTypeScript(folder, 'by-fetch', OPENAPI_FETCH)).toEqual(does('by-fetch'));
    },
    MINUTES,
  );

  it(
    'runs the main use case with openapi-ts of Hey API',
    async () => {
      const folder = await createProject();
      await createClient({
        input: join(folder, 'openapi.json'),
        output: join(folder, 'client'),
        logs: { level: 'silent' },
        plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
      });
      expect(await runTypeScript(folder, 'by-hey-api', HEY_API)).toEqual(does('by-hey-api'));
    },
    MINUTES,
  );

  it.runIf(hasPython())(
    'runs the main use case with quicktype in Python',
    async () => {
      const folder = await createProject();
      const { components } = JSON.parse(document) as { components: object };
      const input = new JSONSchemaInput(undefined);
      for (const name of PYTHON_MESSAGES) {
        const schema = JSON.stringify({ $ref: `#/components/schemas/${name}`, components });
        await input.addSource({ name, schema });
      }
      const inputData = new InputData();
      inputData.addInput(input);
      const { lines } = await quicktype({ inputData, lang: 'python' });
      await writeFile(join(folder, 'messages.py'), lines.join('\n'));
      const constants = Object.entries(settings('by-python')).map(
        ([constant, value]) => `${constant} = ${JSON.stringify(value)}`,
      );
      await writeFile(join(folder, 'service.py'), constants.join('\n'));
      await writeFile(join(folder, 'main.py'), PYTHON);
      expect(outputOf(await run('python3', ['main.py'], { cwd: folder }))).toEqual(does('by-python'));
    },
    MINUTES,
  );
});
