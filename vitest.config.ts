import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{apps,libs,tools}/**/*.{spec,int-spec,e2e-spec}.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'tools/import-rules/cases/**'],
    setupFiles: ['reflect-metadata'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
  },
});
