import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BoundedLog } from './bounded-log.js';

it('uses at most twice its limit and keeps the last lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'server.log');
  const log = new BoundedLog(path, 100);
  for (let line = 0; line < 50; line++) log.write(`line ${line}\n`);
  expect(statSync(path).size).toBeLessThanOrEqual(100);
  expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(100);
  expect(readFileSync(path, 'utf8')).toMatch(/line 49\n$/);
  expect(new BoundedLog(path).tail()).toBe('');
  expect(log.tail(2)).toBe('line 48\nline 49');
});

it('keeps lines that cannot be written and does not throw', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'server.log');
  const log = new BoundedLog(path, 100);
  mkdirSync(path);
  log.write('no room\n');
  rmSync(path, { recursive: true });
  log.write('room again\n');
  expect(readFileSync(path, 'utf8')).toBe('room again\n');
  expect(log.tail(2)).toBe('no room\nroom again');
});
