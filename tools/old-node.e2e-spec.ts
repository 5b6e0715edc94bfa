import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { builtFile } from './start/checkout.js';

const disguise = `data:text/javascript,
  Object.defineProperty(process, 'version', { value: 'v20.20.2' });
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;

it.each(['bundle/api.js', 'bundle/worker.js', 'tools/migrate.js'])(
  '%s says which Node it needs',
  (program) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', disguise, builtFile(program)],
      {
        env: {},
        encoding: 'utf8',
      },
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Tocsin needs Node 24, and this is v20.20.2. npm ci installs it in the checkout: put its node_modules/.bin first in PATH.\n',
    });
  },
);
