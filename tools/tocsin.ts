#!/usr/bin/env node
import { explain } from './cli/explain.js';
import { createProgram } from './cli/program.js';

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  const { code, lines } = explain(error);
  for (const line of lines) console.error(line);
  process.exitCode = code;
}
