import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/**
 * Maximum compressed bytes of each kind of file, so that the console loads fast on a phone. `later`: of the screens whose code is
 * loaded when somebody opens them.
 */
const BUDGETS = { JavaScript: 130 * 1024, later: 30 * 1024, CSS: 20 * 1024 };

const budget: Plugin = {
  name: 'budget',
  generateBundle(_, files) {
    const sizes = { JavaScript: 0, later: 0, CSS: 0 };
    const chunks = Object.values(files).filter((file) => file.type === 'chunk');
    const first = new Set<string>();
    const addImports = (name: string): void => {
      if (first.has(name)) return;
      first.add(name);
      for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
        addImports(imported);
    };
    for (const { isEntry, fileName } of chunks) if (isEntry) addImports(fileName);
    for (const { fileName, code } of chunks)
      sizes[first.has(fileName) ? 'JavaScript' : 'later'] += gzipSync(code).length;
    for (const file of Object.values(files))
      if (file.type === 'asset' && file.fileName.endsWith('.css')) sizes.CSS += gzipSync(file.source).length;
    for (const [kind, limit] of Object.entries(BUDGETS)) {
      const size = sizes[kind as keyof typeof sizes];
      if (size > limit) this.error(`The console is ${size} bytes of ${kind}, more than its ${limit}`);
    }
  },
};

/** Keeps only the operations of the API that the console names, because the client contains all of them. */
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

// Always the production variants of packages, whatever NODE_ENV is set to: those for development are larger.
process.env['NODE_ENV'] = 'production';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that it works below any path prefix of a proxy.
  base: './',
  plugins: [operations, budget],
  // Uses the source of the typed client in this repository.
  resolve: { conditions: ['source'] },
  build: {
    outDir: '../../dist/console',
    // The licences of the packages in it, whose comments are removed from the code.
    license: { fileName: 'licenses.md' },
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy of the page forbids inline scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
