import '#shared/platform/lifecycle/prepare-process.js';
import { runApp } from '#shared/platform/lifecycle/explain-start-error.js';

runApp('api', async (env) => {
  const { startApi } = await import('./start-api.js');
  await startApi(env);
});
