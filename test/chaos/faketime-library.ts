import { existsSync } from 'node:fs';

/** The path of libfaketime, which gives a program a fake clock; `undefined` if it is not installed. */
export const FAKETIME_LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));
