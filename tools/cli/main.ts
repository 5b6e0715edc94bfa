import { explain } from './explain.js';
import { createProgram } from './program.js';
import { printError } from './print.js';

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  const { code, lines } = explain(error);
  for (const line of lines) printError(line);
  process.exitCode = code;
}
