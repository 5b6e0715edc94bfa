import 'reflect-metadata';
import { afterAll, vi } from 'vitest';

// Test files share a process, so each must restore what it mocked.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
