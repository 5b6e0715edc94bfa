import '#shared/platform/lifecycle/prepare-process.js';
import { runApp } from '#shared/platform/lifecycle/explain-start-error.js';

runApp('worker', async (env) => {
  const { startWorker } = await import('./start-worker.js');
  await startWorker(env);
});
