import { existsSync } from 'node:fs';

/** What gives a program another clock, where it is installed. */
export const FAKETIME_LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));
