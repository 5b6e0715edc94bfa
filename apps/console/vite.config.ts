import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that it works below any path a proxy puts the service at.
  base: './',
  // The typed client as it is in this repository.
  resolve: { conditions: ['source'] },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The page allows itself no inline script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
