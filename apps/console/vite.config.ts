import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Bytes of JavaScript, as they travel: more keeps somebody on a telephone waiting. */
const BUDGET = 80 * 1024;

const budget: Plugin = {
  name: 'budget',
  generateBundle(_, files) {
    const scripts = Object.values(files).filter((file) => file.type === 'chunk');
    const bytes = scripts.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
    if (bytes > BUDGET) this.error(`The console is ${bytes} bytes of JavaScript, more than its ${BUDGET}`);
  },
};

/** The client knows every operation of the API: the page is sent the ones that it names. */
const operations: Plugin = {
  name: 'operations',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/generated/operation-table.ts')) return undefined;
    const folder = `${import.meta.dirname}/src`;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const page = files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join();
    return code.replaceAll(/^ {2}(\w+): \{.*\},$\n/gm, (line, name: string) =>
      page.includes(`'${name}'`) || name.startsWith('follow') ? line : '',
    );
  },
};

// The same page, whatever whoever builds it has set: packages have larger variants for development.
process.env['NODE_ENV'] = 'production';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that it works below any path a proxy puts the service at.
  base: './',
  plugins: [operations, budget],
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
