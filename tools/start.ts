import { runService } from './start/run-service.js';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());

try {
  await runService(process.env, stop.signal, (line) => console.log(line));
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
process.exit();
