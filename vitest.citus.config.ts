import { defineConfig } from 'vitest/config';
import { citusUrl } from './test/citus-url.js';
import { source, tests } from './vitest.config.js';

if (!citusUrl) {
  process.stderr.write(
    'Skipped, as CITUS_URL is not set: it names a database with the extension citus on the coordinator of a cluster\n',
  );
}

/** Runs the storage tests of the single-machine suite against a Citus cluster, unchanged. */
export default defineConfig({
  ...source,
  test: {
    ...tests,
    passWithNoTests: true,
    include: citusUrl
      ? [
          'libs/monitoring/**/*.int-spec.ts',
          'libs/shared/**/{audit,change-feed,idempotency,persistence}/*.int-spec.ts',
          'test/{citus,events,many-processes}.e2e-spec.ts',
        ]
      : [],
    globalSetup: ['test/citus-global-setup.ts'],
    maxWorkers: 2,
    // Creating a database on the cluster takes seconds.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
