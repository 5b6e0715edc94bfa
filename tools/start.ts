import { Command } from '@commander-js/extra-typings';
import { runService } from './start/run-service.js';

const { demo = false } = new Command('npm start --')
  .description(
    'run database, API and worker until Ctrl-C. Data is kept in DATA_DIR (.tocsin), unless DATABASE_URL names a PostgreSQL. ' +
      'All settings are environment variables: docs/settings.md',
  )
  .option('--demo', 'fill the domain demo with a living example, in .tocsin-demo if neither of them is set')
  .parse()
  .opts();

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());

try {
  await runService(process.env, demo, stop.signal, (line) => console.log(line));
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
process.exit();
