import { afterEach, expect, it, vi } from 'vitest';
import { progressBar } from './print.js';

const SHOW_CURSOR = '\u001B[?25h';

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(process.stderr, 'isTTY');
});

it('a bar that is interrupted gives the terminal back, tells what was done, and ends by the signal', () => {
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true });
  let written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const before = process.listenerCount('SIGINT');
  const bar = progressBar('changes', 3);
  bar.update(2);
  process.emit('SIGINT', 'SIGINT');
  expect(written).toContain(SHOW_CURSOR);
  expect(told).toHaveBeenCalledWith('changes: 2 of 3 were done');
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGINT');
  expect(process.listenerCount('SIGINT')).toBe(before);
});
