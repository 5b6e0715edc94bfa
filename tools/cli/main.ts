import { explain } from './explain.js';
import { createProgram } from './program.js';
import { printError } from './print.js';

// `tocsin … | head` closes the pipe early. Like other programs, tocsin then ends without an error message.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  const { code, lines } = explain(error);
  for (const line of lines) printError(line);
  process.exitCode = code;
}
