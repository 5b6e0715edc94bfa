import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkout } from '../tools/start/checkout.js';
import { createTestFolder } from './folder.js';

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

interface Component {
  readonly name: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
}

const textOf = (path: string) => readFileSync(join(checkout(), path), 'utf8');
const manifest = JSON.parse(textOf('package.json')) as {
  readonly dependencies: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
};
const lock = JSON.parse(textOf('package-lock.json')) as { readonly packages: Record<string, Locked> };
const run = (file: string, ...args: readonly string[]) =>
  spawnSync(file, args, { cwd: checkout(), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/**
 * Licences that demand no more than their notice; that of MPL-2.0 also that the files under it can be had, from the registry;
 * that of fonts, OFL-1.1, also that they are not sold by themselves.
 */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
];

describe('the bill of materials', () => {
  it('names every package that is shipped, with a licence that allows it', () => {
    const { stdout, stderr } = run('npm', 'run', '--silent', 'sbom');
    expect(stderr).toBe('');
    const document = JSON.parse(stdout) as { bomFormat: string; components: readonly Component[] };
    expect(document.bomFormat).toBe('CycloneDX');
    const names = document.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    expect(names).not.toContain('vitest');
    for (const { purl, licenses } of document.components) {
      expect([purl, licenses.length]).not.toEqual([purl, 0]);
      for (const { license } of licenses)
        expect([purl, ALLOWED]).toEqual([purl, expect.arrayContaining([license.id])]);
    }
  });
});

describe('install scripts', () => {
  it('are each allowed or refused, and the installation fails on any other', () => {
    expect(textOf('.npmrc')).toMatch(/^strict-allow-scripts=true$/m);
    const withScript = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(Object.keys(manifest.allowScripts).toSorted()).toEqual(withScript.toSorted());
  });
});

describe('the check of the lock file', () => {
  const [name = '', entry] = Object.entries(lock.packages).find(([path]) => path !== '') ?? [];

  it('accepts the one of this checkout', () => {
    expect(run(process.execPath, 'tools/supply-chain/check-lock-file.js')).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it.each([
    ['an address', { resolved: 'https://evil.example/a.tgz' }, 'comes from https://evil.example/a.tgz'],
    ['a Git repository', { resolved: 'git+ssh://git@evil.example/a.git#1' }, 'comes from git+ssh'],
    ['a folder', { link: true }, 'is a link'],
    ['no digest', { integrity: undefined }, 'has no SHA-512 digest'],
    ['a weak digest', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no SHA-512 digest'],
  ])('refuses a package with %s', async (_, change, problem) => {
    const folder = await createTestFolder('lock-file');
    onTestFinished(() => folder.remove());
    const path = join(folder.path, 'package-lock.json');
    const packages = { ...lock.packages, [name]: { ...entry, ...change } };
    writeFileSync(path, JSON.stringify({ ...lock, packages }));
    const { status, stderr } = run(process.execPath, 'tools/supply-chain/check-lock-file.js', path);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${name} ${problem}`)]);
  });
});
