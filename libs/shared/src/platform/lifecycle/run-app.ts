import type { App } from '../config/config.js';
import { explainStartError } from './explain-start-error.js';

/** Starts an app. If it cannot start, prints the reason and exits with 1. */
export function runApp(app: App, start: (env: NodeJS.ProcessEnv) => Promise<void>): void {
  start(process.env).catch((error: unknown) => {
    process.stderr.write(`${explainStartError(error, app, process.env)}\n`);
    process.exit(1);
  });
}
