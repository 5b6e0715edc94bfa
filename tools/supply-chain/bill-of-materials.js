// Writes a CycloneDX document of the packages that are shipped. `npm sbom --omit dev` would leave out every package that a
// development tool needs as well, such as the driver of the database. So npm describes a lock file without those that only
// such tools need.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const read = (name) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const { devDependencies: _, ...manifest } = read('package.json');
const lock = read('package-lock.json');
const shipped = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
const { '': root, ...packages } = Object.fromEntries(shipped);
delete root.devDependencies;

const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  // npm names the document after its folder.
  const cwd = join(folder, manifest.name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(cwd, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { '': root, ...packages } }),
  );
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const { status } = spawnSync('npm', ['sbom', ...options], { cwd, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
