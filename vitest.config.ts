import { defineConfig } from 'vitest/config';

export const tests = {
  setupFiles: ['reflect-metadata'],
  exclude: ['**/node_modules/**', '**/dist/**', 'tools/import-rules/cases/**'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};
const withDatabase = { ...tests, globalSetup: ['test/global-setup.ts'] };
export const source = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // Where Vitest loads its global set-up.
  environments: { __vitest__: { resolve: { conditions: ['source'] } } },
};

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
    // Only the projects with a file to run are set up: a unit test alone starts no database.
    projects: [
      {
        ...source,
        test: {
          ...tests,
          name: 'unit',
          include: ['{apps,libs,tools,test,clients}/**/*.spec.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...source,
        test: {
          ...withDatabase,
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
          name: 'e2e',
          include: ['{apps,libs,tools,test,clients}/**/*.e2e-spec.ts'],
          // They start processes of their own and measure time.
          maxWorkers: 1,
          testTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
