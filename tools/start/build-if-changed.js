import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/** Builds what `npm start` runs, unless nothing has changed since its last build. */

const STAMP = 'dist/built-from';
const RESULTS = ['dist/tools/start.js', 'dist/bundle/api.js', 'dist/console/index.html'];
const SOURCES = ['{apps,libs,clients,tools}/**/*', '*.json', '*.ts'];

/** A digest of the names, sizes and times of all sources. */
function digestSources() {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { exclude: ['**/node_modules/**', '**/test/**'] }).toSorted()) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const digest = digestSources();
const isBuilt = RESULTS.every((path) => existsSync(path));
if (!isBuilt || !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== digest) {
  process.stdout.write('Building …\n');
  execSync('npm run --silent build:service', { stdio: 'inherit' });
  writeFileSync(STAMP, digest);
}
