import '#shared/platform/lifecycle/prepare-process.js';
import { runApp } from '#shared/platform/lifecycle/run-app.js';

runApp(async () => {
  const { startApi } = await import('./start-api.js');
  await startApi(process.env);
});
