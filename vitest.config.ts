import { defineConfig } from 'vitest/config';
import { FlakyTestReporter } from './test/flaky-test-reporter.js';

export const tests = {
  setupFiles: ['test/setup.ts'],
  exclude: ['**/node_modules/**', '**/dist/**', 'tools/import-rules/cases/**'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // The default of 1 s is too short on a busy machine.
  expect: { poll: { timeout: 10_000 } },
};
/** Test files share loaded modules: loading them takes longer than most tests. */
const sharing = { isolate: false };
/** These tests run servers and processes, so one retry is allowed. The report lists the tests that needed it. */
const withDatabase = { ...tests, globalSetup: ['test/global-setup.ts'], retry: 1 };
export const source = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // The environment in which Vitest loads its global set-up.
  environments: { __vitest__: { resolve: { conditions: ['source'] } } },
};

/** Tests that check durations by the clock. They mostly wait, so two run at a time, with nothing else beside them. */
const TIMED = [
  'test/attack/hang.e2e-spec.ts',
  'test/{api-keys,graceful-stop,many-processes,readers,spool}.e2e-spec.ts',
  'test/chaos.e2e-spec.ts',
  'apps/api/test/{api-key-lifecycle,edge-protection,process,webhook-address}.e2e-spec.ts',
];
/** Tests that measure throughput or CPU. They run one at a time, with nothing else beside them. */
const MEASURED = [
  'test/attack/{flood,one-service}.e2e-spec.ts',
  'test/{fairness,flood,swagger-ui}.e2e-spec.ts',
  'apps/console/test/many-alerts.e2e-spec.ts',
  'apps/api/test/long-texts.e2e-spec.ts',
  'libs/senders/src/plugin-api/long-texts.spec.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', new FlakyTestReporter(), ['json', { outputFile: 'reports/tests.json' }]],
    // Only the projects with a file to run are set up: a unit test alone starts no database.
    projects: [
      {
        ...source,
        test: {
          ...tests,
          ...sharing,
          name: 'unit',
          include: ['{apps,libs,tools,test,clients}/**/*.spec.ts'],
          exclude: [...tests.exclude, ...MEASURED],
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...source,
        test: {
          ...withDatabase,
          ...sharing,
          name: 'int',
          include: ['{apps,libs,tools,test,clients}/**/*.int-spec.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...source,
        test: {
          ...withDatabase,
          ...sharing,
          name: 'e2e',
          include: ['{apps,libs,tools,test,clients}/**/*.e2e-spec.ts'],
          exclude: [...tests.exclude, ...TIMED, ...MEASURED],
          // May exceed the number of processors: most of these tests wait for child processes.
          maxWorkers: 3,
          testTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        ...source,
        test: {
          ...withDatabase,
          ...sharing,
          name: 'timed',
          include: TIMED,
          maxWorkers: 2,
          testTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        ...source,
        test: {
          ...withDatabase,
          name: 'measured',
          include: MEASURED,
          maxWorkers: 1,
          testTimeout: 120_000,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
