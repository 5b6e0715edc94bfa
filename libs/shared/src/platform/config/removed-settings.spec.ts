import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findMisspeltSettings } from './misspelt-settings.js';
import { findRemovedSettings } from './removed-settings.js';
import { settings } from './settings.js';

it('lists removed settings that are still set, with their replacements', () => {
  const env = {
    MAPPING_TIMEOUT: '300',
    SHUTDOWN_TIMEOUT: ' ',
    PORT: '3000',
    mapping_memory: '1',
    DB_DISTRIBUTED: 'citus',
  };
  expect(findRemovedSettings(env)).toEqual([
    { name: 'MAPPING_TIMEOUT', instead: 'fixed at: 100 milliseconds' },
    { name: 'DB_DISTRIBUTED', instead: 'replaced by --distribute citus of the first migration' },
  ]);
});

it('lists no present setting, and no name that is taken for a misspelt one', () => {
  const everything = Object.fromEntries(Object.keys(settings).map((name) => [name, '1']));
  expect(findRemovedSettings(everything)).toEqual([]);
  const removed = findRemovedSettings(new Proxy({}, { get: () => '1' }));
  expect(removed.length).toBeGreaterThan(10);
  expect(findMisspeltSettings(Object.fromEntries(removed.map(({ name }) => [name, '1'])))).toEqual([]);
});

it('finds no removed setting in the documentation', () => {
  const docs = join(import.meta.dirname, '../../../../../docs');
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const words = pages.flatMap((page) => readFileSync(join(docs, page), 'utf8').match(/[A-Z][A-Z_]+/g) ?? []);
  expect(words).toContain('BODY_LIMIT');
  expect(findRemovedSettings(Object.fromEntries(words.map((word) => [word, '1'])))).toEqual([]);
});
