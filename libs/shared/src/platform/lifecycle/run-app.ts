import type { App } from '../config/config.js';
import { explainStart } from './explain-start.js';

/** Starts an app. If it cannot start, prints the reason and exits with 1. */
export function runApp(app: App, start: (env: NodeJS.ProcessEnv) => Promise<void>): void {
  start(process.env).catch((error: unknown) => {
    process.stderr.write(`${explainStart(error, app, process.env)}\n`);
    process.exit(1);
  });
}
