import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listHostScripts } from './host-scripts.js';

const TESTS = ['host-scripts.e2e-spec.ts', 'host-script-calls.ts', 'host-programs.e2e-spec.ts'];

it('every file of docs/senders/host-scripts.md is tried', () => {
  const tests = TESTS.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join();
  // The drop-ins of units are verified with the units, and the action of fail2ban is loaded by its name.
  const names = listHostScripts()
    .filter((path) => !/\.service\.d\/|action\.d\//.test(path))
    .map((path) => path.split('/').at(-1) ?? '');
  expect(names).toHaveLength(11);
  expect(names.filter((name) => !tests.includes(name))).toEqual([]);
});
