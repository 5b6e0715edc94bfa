import { defineConfig } from 'vitest/config';
import { SecondAttempts } from './test/second-attempts.js';

export const tests = {
  setupFiles: ['test/setup.ts'],
  exclude: ['**/node_modules/**', '**/dist/**', 'tools/import-rules/cases/**'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // A machine with much to do takes longer than the second that is the default.
  expect: { poll: { timeout: 10_000 } },
};
/** What most files load takes longer than most tests. */
const sharing = { isolate: false };
/** They run servers and processes on whatever machine this is: what needs its second attempt is told of in the end. */
const withDatabase = { ...tests, globalSetup: ['test/global-setup.ts'], retry: 1 };
export const source = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // Where Vitest loads its global set-up.
  environments: { __vitest__: { resolve: { conditions: ['source'] } } },
};

/** They promise times by the clock, most of which they wait: two of them have the machine to themselves. */
const TIMED = [
  'test/attack/hang.e2e-spec.ts',
  'test/{api-keys,graceful-stop,many-processes,readers,spool}.e2e-spec.ts',
  'tools/chaos.e2e-spec.ts',
  'apps/api/test/{api-key-lifecycle,edge-protection,process,webhook-address}.e2e-spec.ts',
];
/** They promise a share of the machine: nothing else may run beside them. */
const MEASURED = [
  'test/attack/{flood,one-service}.e2e-spec.ts',
  'test/{fairness,flood,swagger-ui}.e2e-spec.ts',
  'apps/console/test/many-alerts.e2e-spec.ts',
  'apps/api/test/long-texts.e2e-spec.ts',
  'libs/senders/src/plugin-api/long-texts.spec.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', new SecondAttempts(), ['json', { outputFile: 'reports/tests.json' }]],
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
          // More than there are processors, as most of them wait for processes of their own.
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
