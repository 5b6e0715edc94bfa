import { Bell } from 'lucide';
import { expect, it } from 'vitest';
import { findCommands } from './find-commands.js';

const command = (name: string, kind = 'screen') => ({ name, kind, icon: Bell, run: () => undefined });
const names = (text: string, ...commands: ReturnType<typeof command>[]) =>
  findCommands(commands, text).map(({ name }) => name);

it('finds commands by all words, in any order and case', () => {
  expect(names('DB disk', command('Disk of db-1 is full'), command('Disk of web-1 is full'))).toEqual([
    'Disk of db-1 is full',
  ]);
});

it('finds commands by their kind', () => {
  expect(names('source', command('Grafana', 'source'), command('Now'))).toEqual(['Grafana']);
});

it('puts names that begin with the text first, and keeps the order else', () => {
  expect(names('se', command('Close'), command('Search'), command('Base'), command('Settings'))).toEqual([
    'Search',
    'Settings',
    'Close',
    'Base',
  ]);
});

it('offers the first commands without a text, and a bounded number', () => {
  const many = Array.from({ length: 100 }, (_, n) => command(`alert ${n}`));
  expect(findCommands(many, '')).toHaveLength(30);
  expect(findCommands(many, 'alert')).toHaveLength(30);
});
