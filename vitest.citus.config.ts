import { defineConfig } from 'vitest/config';
import { citusUrl } from './test/citus-url.js';
import { source, tests } from './vitest.config.js';

if (!citusUrl) {
  process.stderr.write(
    'Skipped, as CITUS_URL is not set: it names a database with the extension citus on the coordinator of a cluster\n',
  );
}

/** What is stored, found and removed, by the very tests that run on one machine, on a cluster. */
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
    // Making a database takes seconds.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
