import 'reflect-metadata';
import { afterAll, vi } from 'vitest';

// Files share a process, which saves loading everything for each: none leaves it changed to the next one.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
